"""Tests of board profiles, drivers and chip models; most run on both runtimes, see `tests.mprun`."""
