"""Calls every `test_*` function of the modules named on the command line; runs under MicroPython (and CPython)."""

import gc
import sys


def run(name):
    """Run one module's tests; how many there were.  A failure ends the program with its name and traceback."""
    module = __import__(name, None, None, ("test",))
    count = 0
    for test in sorted(dir(module)):
        if test.startswith("test_"):
            gc.collect()
            try:
                getattr(module, test)()
            except Exception as error:
                print("FAILED %s.%s" % (name, test))
                if hasattr(sys, "print_exception"):
                    sys.print_exception(error)
                else:
                    raise
                sys.exit(1)
            count += 1
    return count


def main(names):
    """Run the modules and print how many tests passed."""
    print("passed %d" % sum([run(name) for name in names]))


if __name__ == "__main__":
    main(sys.argv[1:])
