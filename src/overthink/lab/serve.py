"""The lab on a socket: uvicorn, with a limit of time for a request to arrive, and an end without complaints."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVAL = 20.0  # seconds in which a request must have arrived whole


class ImpatientProtocol(H11Protocol):
    """Closes a connection whose request does not arrive. uvicorn itself waits for ever."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)

    def watch(self) -> None:
        """Run the clock while a request is not whole."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.forget()
        elif self.deadline is None:
            self.deadline = self.loop.call_later(ARRIVAL, self.transport.abort)

    def forget(self) -> None:
        if self.deadline:
            self.deadline.cancel()
        self.deadline = None


class Server(uvicorn.Server):
    """A server that does not wait for computations when it ends."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections first. To the computations, their clients have left, so they stop in good order."""
        for connection in list(self.server_state.connections):
            transport = getattr(connection, "transport", None)
            if transport:
                transport.abort()
        await super().shutdown(sockets)


def serve(app: Starlette, listening: socket.socket) -> None:
    """Serve until Ctrl-C."""
    config = uvicorn.Config(app, http=ImpatientProtocol, log_level="warning", timeout_graceful_shutdown=3)
    Server(config).run([listening])
