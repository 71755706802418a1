"""pip install . --no-build-isolation: CMake builds the engine, in build/ if it is there already."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
SYSTEM = Path(sys.executable).resolve() == Path("/usr/bin/python3").resolve()
BUILD = ROOT / "build" if SYSTEM else ROOT / f"build-python{sys.version_info[0]}.{sys.version_info[1]}"


def cmake(*arguments: str) -> None:
    subprocess.run(["cmake", *arguments], cwd=ROOT, check=True)


def built_package() -> Path:
    """The package as CMake makes it, for this Python."""
    if not (BUILD / "CMakeCache.txt").exists():
        python = [] if SYSTEM else [f"-DDIDACT_PYTHON={sys.executable}"]
        cmake("--preset", "release", "-B", str(BUILD), "-DDIDACT_BUILD_TESTS=OFF", *python)
    cmake("--build", str(BUILD), "--parallel", "--target", "didact_python")
    return BUILD / "python" / "didact"


class BuildExtension(build_ext):
    def build_extension(self, extension: Extension) -> None:
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        package = built_package()
        shutil.copy2(package / target.name, target)
        shutil.copy2(package / "models.pyi", target.parent)  # made from the engine's registry


(BUILD / "pip").mkdir(parents=True, exist_ok=True)  # where setuptools leaves what it makes
VERSION = re.search(r'version = "([0-9.]+)"', (ROOT / "include/didact/version.hpp").read_text())
assert VERSION
setup(version=VERSION[1], packages=["didact"], package_dir={"": "python"}, package_data={"didact": ["*.pyi", "py.typed"]},
      ext_modules=[Extension("didact._core", sources=[])], cmdclass={"build_ext": BuildExtension},
      options={"build": {"build_base": str(BUILD / "pip")}, "egg_info": {"egg_base": str(BUILD / "pip")}})
