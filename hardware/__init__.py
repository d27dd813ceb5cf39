"""Board profiles and what is made from them; data only, see `hardware/boards`."""
