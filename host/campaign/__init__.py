"""Campaigns: random games by random hands on noisy switches, compared with the truth by the million."""
