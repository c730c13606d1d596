"""A service of its own for the contract tests, and a way into it that fails as a test says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Service:
    url: str
    tokens: dict[str, str]

    @property
    def keys(self) -> dict[str, Any]:
        """What a reader pins."""
        with urllib.request.urlopen(f"{self.url}/v1/log/development/keys") as response:
            return json.load(response)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """A running service: the one of SERVICE_URL and SERVICE_TOKENS, or a standalone one that is started."""
    given = os.environ.get("SERVICE_URL")
    if given is not None:
        yield Service(given, json.loads(os.environ["SERVICE_TOKENS"]))
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [str(ROOT / "node_modules/node/bin/node"), "dist/standalone/main.js"]
        settings = {"ENVIRONMENT": "development", "DATA_DIR": folder, "LOG_LEVEL": "warn", "DELIVERY_LOOPBACK": "on"}
        env = {**os.environ, **settings, "PORT": "0", "ADMIN_PORT": "0"}
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        url = None
        for line in process.stdout:
            match = re.search(r"listens on (https?:\S+)", line)
            if match is not None:
                url = match[1]
                break
        assert url is not None, "The service ended."
        # What it prints later must not fill the pipe.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        tokens = json.loads(Path(folder, "bootstrap.json").read_text())["development"]
        yield Service(url, tokens)
        process.terminate()
        process.wait()


class QuietHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(handler: type[QuietHandler]) -> Iterator[str]:
    """A server's URL, as long as it runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


Fault = Callable[[BaseHTTPRequestHandler, Callable[[], tuple[int, dict[str, str], bytes]]], bool]


@dataclass
class Detour:
    """A server before the service. Each request takes the next fault, and without one goes through."""

    url: str = ""
    faults: list[Fault] = field(default_factory=list[Fault])
    seen: list[tuple[str, str, dict[str, str]]] = field(default_factory=list[tuple[str, str, dict[str, str]]])


@pytest.fixture
def detour(service: Service) -> Iterator[Detour]:
    way = Detour()

    class Handler(QuietHandler):
        def _pass(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length", 0)))
            way.seen.append((self.command, self.path, headers))

            def forward() -> tuple[int, dict[str, str], bytes]:
                sent = {name: value for name, value in headers.items() if name not in ("host", "connection")}
                request = urllib.request.Request(service.url + self.path, body or None, sent, method=self.command)
                try:
                    with urllib.request.urlopen(request) as response:
                        return response.status, dict(response.headers), response.read()
                except urllib.error.HTTPError as error:
                    return error.code, dict(error.headers), error.read()

            if way.faults and way.faults.pop(0)(self, forward):
                return
            self.answer(*forward())

        def answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                if name.lower() not in ("transfer-encoding", "content-length", "connection", "date"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PATCH = do_DELETE = _pass

    with serving(Handler) as way.url:
        yield way
