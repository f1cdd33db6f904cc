"""What the scripts beside this one prove packages with: commands that must succeed, and somebody who sits down at a porch
and plays. `crates/porch/src/lib.rs` describes what people can do there.
"""

import json
import os
import pathlib
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

PATIENCE = 60


class Failed(Exception):
    """What was to be proven does not hold."""


def step(what):
    print(f"== {what}", flush=True)


def holds(truth, what):
    if not truth:
        raise Failed(what)


def run(*command, **more):
    """Runs a command that must succeed, and answers with what it said."""
    words = [str(it) for it in command]
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )
    holds(done.returncode == 0, f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def alone():
    """Begins anew where what is mounted is seen by nobody else, and is gone when we are."""
    if os.environ.get("LANAI_PROVING") != "1":
        os.environ["LANAI_PROVING"] = "1"
        command = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        os.execvp(command[0], command)


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def until(what, done):
    """Waits for something, and answers with it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = done()
        if answer:
            return answer
        time.sleep(0.2)
    raise Failed(f"waited {PATIENCE} seconds until {what}")


# The token of the porch, as `lanai porch` prints it.
TOKEN = ".".join(["MTMwMDAwMDAwMDAwMDAwMDAwMQ", "Porch1", "sit-down-on-the-porch-and-play"])


def at_porch(port):
    """Settings of a bot that serves at the porch on this port, and lets this script press as fast as it can."""
    return {"DISCORD_TOKEN": TOKEN, "LANAI_PROXY": f"http://127.0.0.1:{port}", "LANAI_PRESSES": "1000"}


class Porch:
    """A porch of its own, at which the program under test serves as on Discord."""

    def __init__(self, program, port, folder):
        command = [pathlib.Path(program).resolve(), "porch", "--address", f"127.0.0.1:{port}"]
        self.process = subprocess.Popen(
            command, cwd=folder, env={}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )

    def closes(self):
        self.process.kill()
        self.process.wait()


class Evening:
    """The first person at the porch, and a table of theirs against the computer."""

    def __init__(self, port, database):
        self.base = f"http://127.0.0.1:{port}"
        self.database = database
        self.table = None
        world = until("the bot had come", self.world_with_bot)
        self.person = world["persons"][0]["id"]
        self.hall = next(it["id"] for it in world["channels"] if it["kind"] == "text")

    def ask(self, route, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}/people/v1/{route}", data)
        request.add_header("content-type", "application/json")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def world_with_bot(self):
        try:
            world, sessions = self.ask("world"), self.ask("sessions")["sessions"]
        except (urllib.error.URLError, OSError):
            return None
        # Commands outlive the process that registered them.
        return world if world["commands"] and any(it["live"] for it in sessions) else None

    def types(self, channel, line):
        said = self.ask("type", {"as": self.person, "channel": channel, "line": line, "wait": "settled"})
        if said["outcome"] == "failed":
            raise Failed(f"{line}: {said}")
        return said["message"]

    def begins(self):
        """Opens a table against the computer, and starts its game."""
        self.types(self.hall, "/table open game:Haleakala computers:1")
        threads = [it for it in self.ask("world")["channels"] if it["parent"]]
        self.table = threads[-1]["id"]
        self.types(self.table, "/table start")

    def entries(self):
        """The log of the table, out of the database itself."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as database:
            rows = database.execute(
                "select number, seat, action, events from log_entry join game_table using (table_id) "
                "where channel = ? order by number",
                (int(self.table),),
            )
            return rows.fetchall()

    def plays(self, steps):
        """Takes what is legal, the first of it, until the log is longer by so many steps."""
        wanted = len(self.entries()) + steps

        def played():
            self.types(self.table, "/choose choice:1")
            return len(self.entries()) >= wanted

        until(f"{steps} steps were taken", played)

    def record(self):
        """Gives up, and answers with the record of the game."""
        asked = self.types(self.table, "/table resign")
        buttons = [part["custom_id"] for row in asked["components"] for part in row["components"]]
        holds(buttons, f"it is asked whether they are sure: {asked['content']}")
        press = {"as": self.person, "message": asked["id"], "custom_id": buttons[0], "wait": "settled"}
        self.ask("press", press)

        def kept():
            files = self.types(self.table, "/table record")["attachments"]
            return files and files[0]["url"]

        with urllib.request.urlopen(until("there was a record", kept), timeout=20) as answer:
            return answer.read()
