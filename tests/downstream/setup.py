"""What a Cython package says to be built against an installed dominoes; Cython finds ``_core.pxd`` by itself."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import dominoes

core = Extension(
    "pondering.core",
    ["src/pondering/core.pyx"],
    include_dirs=[dominoes.get_include()],
    library_dirs=[dominoes.get_library_dir()],
    libraries=["dominoes"],
)
setup(packages=["pondering"], package_dir={"": "src"}, ext_modules=cythonize(core, language_level=3))
