"""pip install works offline, without build isolation, and what it installs can be imported: install.py FOLDER"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1])
shutil.rmtree(folder, ignore_errors=True)
environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
subprocess.run([sys.executable, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps", "--quiet",
                "--target", str(folder), "."], check=True, env=environment)
check = ("import didact; assert didact.__file__.startswith({0!r}), didact.__file__; "
         "print(didact.__version__, didact.teach(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], effort=0.3))").format(str(folder))
done = subprocess.run([sys.executable, "-c", check], check=True, env={**environment, "PYTHONPATH": str(folder)},
                      capture_output=True, text=True, cwd="/")
print(done.stdout)
assert "proven optimal" in done.stdout
for name in ("py.typed", "models.pyi", "_core.pyi", "_plot.py"):
    assert (folder / "didact" / name).exists(), name
