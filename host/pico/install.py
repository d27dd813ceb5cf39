"""Install rp2040js for the emulated Pico: `python -m host.pico.install` (`make setup-pico` calls it).

It goes to the cache folder (REEDBOARD_CACHE, else ~/.cache/reedboard), exactly as the lock file pins it. The Python
packages are the extra `pico` of this project.
"""

import shutil
import subprocess
import sys

from host.errors import MissingTool, UserError
from host.pico import tools
from host.toolbox import find


def install():
    """Put rp2040js where `tools.modules` looks for it; return that folder. Quick when it is there already."""
    tools.node()
    home = tools.modules_home()
    try:
        return tools.modules()
    except MissingTool:
        pass
    npm = find("npm")
    if npm is None:
        raise MissingTool("npm is not on the PATH: install it, for example with `apt install npm`")
    home.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(tools.HERE / name, home / name)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev"]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise UserError(f"npm could not install rp2040js: {lines[0] if lines else 'no reason given'}")
    return tools.modules()


def main():
    """Install and say what is still missing; the exit status is 0, or 2 if the installation failed."""
    try:
        print(f"rp2040js is in {install()}")
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    rest = tools.missing()
    print(f"still missing: {rest}" if rest else "the emulated Pico is ready")
    return 0


if __name__ == "__main__":
    sys.exit(main())
