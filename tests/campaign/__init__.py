"""Campaigns: the hands, the truth that they are compared with, the chunks, jobs and state, and what becomes of a failure."""
