"""`python -m unsunk` is the command `unsunk`."""

import sys

from unsunk.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
