"""The commands of `reedboard`, one module each.

A command module has `add(subparsers)`, which adds its own parser under its own name, and `run(args)`, which does the
work and returns the exit status.  It is imported only when it is called, so what it needs may be missing for others.
`host.cli.COMMANDS` lists the names.
"""
