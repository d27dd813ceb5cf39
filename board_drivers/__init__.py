"""One small file a part: sensor scanners, lights, display, buttons, buzzer, and the board profile that names their pins."""
