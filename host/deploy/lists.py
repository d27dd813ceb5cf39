"""The lists of the device's modules for other ways onto a board: `package.json` for mip, `manifest.py` for freezing.

    python -m host.deploy.lists     writes both anew

They name the same modules as `reedboard deploy` with all games; a test says whether they are fresh.
"""

import json

from firmware import VERSION
from host.deploy.files import ROOMS, modules
from host.pico.payload import ROOT

PACKAGE, MANIFEST = "package.json", "manifest.py"
# From micropython-lib: what the lights and the display are driven with.
REQUIRED = ("neopixel", "ssd1306")

_HEAD = '''# ruff: noqa: F821
"""Freezes the firmware into MicroPython: make BOARD=RPI_PICO FROZEN_MANIFEST=.../manifest.py in its ports/rp2.

Written by `python -m host.deploy.lists`. The board's own files, which `reedboard deploy --folder` makes, stay in its file system:
main.py, profile.json, config.json.
"""

include("$(PORT_DIR)/boards/manifest.py")
'''


def package_json():
    """Text of `package.json`: addresses of the modules, relative to it, and what they require."""
    urls = ",\n".join(f"    {json.dumps([path, path])}" for path in modules())
    required = ", ".join(json.dumps([name, "latest"]) for name in REQUIRED)
    return f'{{\n  "version": {json.dumps(VERSION)},\n  "deps": [{required}],\n  "urls": [\n{urls}\n  ]\n}}\n'


def manifest():
    """Text of `manifest.py`, a room a call."""
    lines = [_HEAD] + [f'require("{name}")\n' for name in REQUIRED]
    for room in ROOMS:
        names = [path.partition("/")[2] for path in modules() if path.startswith(room + "/")]
        rows = "".join(f'    "{name}",\n' for name in names)
        lines.append(f'package("{room}", (\n{rows}))\n')
    return "".join(lines)


def main():
    """Write both files."""
    for name, text in ((PACKAGE, package_json()), (MANIFEST, manifest())):
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
