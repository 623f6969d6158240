"""For the doctests: modules that cannot be imported without a library that is not installed are left out."""

from __future__ import annotations

from importlib.util import find_spec

_NEEDS = {
    "_observer.py": ("numpy", "pyspiel"),
    "_spaces.py": ("numpy", "gymnasium"),
    "openspiel.py": ("numpy", "pyspiel"),
    "pettingzoo.py": ("numpy", "gymnasium", "pettingzoo"),
    "vector.py": ("numpy", "gymnasium"),
}

collect_ignore = [
    f"src/dominoes/envs/{module}" for module, needed in _NEEDS.items() if not all(find_spec(name) for name in needed)
]
# The builder of the cffi module reads the header from where setup.py stands; the others need what it has built.
collect_ignore += ["src/dominoes/_ffi_build.py", "src/dominoes/_through", "src/dominoes/_through_cffi.py"]
if not all(find_spec(name) for name in ("jinja2", "sqlalchemy", "starlette")):
    collect_ignore.append("src/dominoes/web")
