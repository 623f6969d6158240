"""``dominoes serve``: play in the browser."""

from __future__ import annotations

import argparse
import logging
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .failures import OK, CommandError, UsageError
from .options import add_command, whole_number

if TYPE_CHECKING:
    from .options import Subparsers

EXAMPLES: Final = """\
  dominoes serve                                   on this machine alone, at http://127.0.0.1:8036
  dominoes serve --port 0 --no-browser             at any free port, which is told
  dominoes serve --host 0.0.0.0 --allow-host 192.168.1.5      for a phone on the same network
  dominoes serve --database postgresql+psycopg://dominoes@localhost/dominoes

Every action is stored before it is shown: stop the server whenever you like, and go on later.
"""

PORT: Final = 8036
_FEW_SECONDS: Final = 3
_MINUTE: Final = 65


def add_parser(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "serve",
        "play in the browser",
        description='Serve the page to this machine\'s browser. Needs the extra: pip install "dominoes-engine[web]".',
        examples=EXAMPLES,
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine alone)")
    parser.add_argument("--port", metavar="N", type=whole_number(0, 65535), default=PORT, help=f"default: {PORT}")
    parser.add_argument("--data", metavar="DIR", help="where matches are kept (default: the user's state directory)")
    parser.add_argument(
        "--database", metavar="URL", help="keep them in this database instead: sqlite:///FILE or postgresql+psycopg://…"
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another name or address by which browsers may call this server; again for each",
    )
    parser.add_argument("--no-browser", action="store_true", help="open no browser")


def run(args: argparse.Namespace) -> int:
    from dominoes.errors import DominoesError

    from .saves import state_directory

    uvicorn, app_of = _libraries()
    if args.data == "":
        raise UsageError("--data is the name of a folder; . is this one")
    data = state_directory() / "web" if args.data is None else Path(args.data)
    try:
        app = app_of(data=data, database=args.database, allow_hosts=[*_names_of(args.host), *args.allow_host])
    except DominoesError as error:
        raise CommandError(str(error)) from None
    _allow_many_streams()
    listening = _listening(args.host, args.port)
    address = _address(args.host, listening.getsockname()[1])
    print(f"Dominoes is at {address} (Ctrl+C ends it).", flush=True)
    if not args.no_browser:
        webbrowser.open(address)
    config = uvicorn.Config(
        app,
        log_level="error",  # its warnings are of requests that anybody may send, such as for a socket
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_FEW_SECONDS,
        timeout_keep_alive=_MINUTE,
    )
    logging.getLogger("uvicorn.error").addFilter(_no_spoilt_requests)
    with suppress(KeyboardInterrupt):  # how it ends
        _server_of(uvicorn, app, config).run(sockets=[listening])
    return OK


def _no_spoilt_requests(record: logging.LogRecord) -> bool:
    """What is malformed uvicorn refuses by itself. It must not fill the log too when our own answer comes after."""
    kind = record.exc_info[0] if record.exc_info else None
    return kind is None or kind.__name__ != "LocalProtocolError"


def _server_of(uvicorn: Any, app: Any, config: Any) -> Any:
    class Server(uvicorn.Server):  # type: ignore[misc]
        """Ends the streams first: they would never end by themselves, and it waits for whatever is still answered."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.house.hub.close()
            await super().shutdown(sockets)

    return Server(config)


def _libraries() -> tuple[Any, Any]:
    from dominoes.web._extra import extra

    try:
        with extra("dominoes serve"):
            import uvicorn

            from dominoes.web.app import create_app
    except ImportError as error:
        raise CommandError(str(error)) from None
    return uvicorn, create_app


def _allow_many_streams() -> None:
    """Each open stream is a file to the system, which allows few unless asked."""
    with suppress(ImportError, ValueError, OSError):  # not every system has such limits
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _names_of(host: str) -> list[str]:
    """The address itself; one that stands for all is no name that a browser calls."""
    return [] if host in ("0.0.0.0", "::", "") else [host]


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that whoever reads the address finds somebody there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, UnicodeError, TypeError, ValueError) as error:  # the others for what is no name of a host
        listening.close()
        raise CommandError(f"cannot listen at {host}:{port}: {getattr(error, 'strerror', None) or error}") from None
    return listening


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else "::1" if host == "::" else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
