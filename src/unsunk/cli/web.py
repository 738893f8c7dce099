"""`unsunk web`."""

from contextlib import closing
from typing import Annotated

import typer

Host = Annotated[str, typer.Option("--host", help="Where to listen; 0.0.0.0 lets others join in.")]
Port = Annotated[
    int | None,
    typer.Option("--port", min=0, max=65535, help="The port.  [default: the first free from 8000]"),
]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the game in the browser.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL|FILE",
        help="Where games are kept: a SQLite file or a PostgreSQL URL.  [default: a file of yours]",
    ),
]


def web(
    host: Host = "127.0.0.1",
    port: Port = None,
    open: Open = False,
    database: Database = None,
) -> None:
    """Play against the computer in the browser."""
    from unsunk.web.app import create_app
    from unsunk.web.serve import hosts_of, listen, serve

    with closing(listen(host, port)) as listener:
        app = create_app(database, hosts=hosts_of(listener, host))
        serve(app, listener, browser=open)
