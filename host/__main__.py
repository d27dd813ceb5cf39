"""`python -m host` is the `reedboard` command."""

import sys

from host.cli import main

if __name__ == "__main__":
    sys.exit(main())
