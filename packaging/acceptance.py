"""Helpers for the acceptance tests of packages: commands that must succeed, a porch, and a player on it.

`docs/porch-interface.md` describes the HTTP interface that the player uses.
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

# Long enough for a debug build on a busy machine.
WAIT_TIMEOUT_SECS = 60
REQUEST_TIMEOUT_SECS = 20


class CheckFailed(Exception):
    """A check or a required command failed. The message is shown to the developer."""


def print_step(description):
    print(f"== {description}", flush=True)


def check(condition, expectation):
    """Fails the test unless the condition holds; the message states what was expected."""
    if not condition:
        raise CheckFailed(expectation)


def run(*command, **options):
    """Runs a command that must succeed. Returns its output, including standard error."""
    arguments = [str(argument) for argument in command]
    result = subprocess.run(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )
    check(result.returncode == 0, f"{' '.join(arguments)}: exit code {result.returncode}\n{result.stdout}")
    return result.stdout


def run_in_mount_namespace():
    """Restarts the script in a mount namespace of its own, so that its mounts disappear with it."""
    if os.environ.get("IN_MOUNT_NAMESPACE") != "1":
        os.environ["IN_MOUNT_NAMESPACE"] = "1"
        command = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        os.execvp(command[0], command)


def unmount(path):
    """Unmounts a file system with everything below it, if it was mounted at all."""
    # `os.path.ismount` misses bind mounts.
    if subprocess.run(["mountpoint", "--quiet", path]).returncode == 0:
        run("umount", "--recursive", "--lazy", path)


def find_free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until(expectation, poll):
    """Polls until the result is true, and returns it."""
    deadline = time.monotonic() + WAIT_TIMEOUT_SECS
    while time.monotonic() < deadline:
        result = poll()
        if result:
            return result
        time.sleep(0.2)
    raise CheckFailed(f"timed out after {WAIT_TIMEOUT_SECS} seconds: {expectation}")


# The porch's fixed token, as `lanai porch` prints it. It is split so that secret scanners do not report it.
PORCH_TOKEN = ".".join(["MTMwMDAwMDAwMDAwMDAwMDAwMQ", "Porch1", "sit-down-on-the-porch-and-play"])


def bot_settings(porch_port):
    """Returns the settings of a bot on the porch, with a limit on interactions that the test does not reach."""
    return {"DISCORD_TOKEN": PORCH_TOKEN, "LANAI_PROXY": f"http://127.0.0.1:{porch_port}", "LANAI_PRESSES": "1000"}


class PorchProcess:
    """A `lanai porch` that takes Discord's place for a bot in another process."""

    def __init__(self, program, port, folder):
        command = [pathlib.Path(program).resolve(), "porch", "--address", f"127.0.0.1:{port}"]
        self.process = subprocess.Popen(
            command, cwd=folder, env={}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )

    def stop(self):
        self.process.kill()
        self.process.wait()


class PorchPlayer:
    """The first person on the porch, who plays one game against the computer."""

    def __init__(self, port, database):
        self.base_url = f"http://127.0.0.1:{port}"
        self.database = database
        self.table = None
        world = self.wait_for_bot()
        self.person = world["persons"][0]["id"]
        self.channel = next(channel["id"] for channel in world["channels"] if channel["kind"] == "text")

    def wait_for_bot(self):
        """Waits until a bot is connected, and returns the state of the porch."""
        return wait_until("the bot connects and registers its commands", self.find_world_with_bot)

    def request(self, route, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base_url}/people/v1/{route}", data)
        request.add_header("content-type", "application/json")
        with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT_SECS) as response:
            return json.load(response)

    def find_world_with_bot(self):
        """Returns the state of the porch once a bot is connected, and otherwise `None`."""
        try:
            world, sessions = self.request("world"), self.request("sessions")["sessions"]
        except (urllib.error.URLError, OSError):
            return None
        # Commands stay registered when the bot stops, so they do not prove that it is connected.
        is_connected = world["commands"] and any(session["live"] for session in sessions)
        return world if is_connected else None

    def type_line(self, channel, line):
        """Types a command and returns the bot's final message."""
        body = {"as": self.person, "channel": channel, "line": line, "wait": "settled"}
        result = self.request("type", body)
        check(result["outcome"] != "failed", f"{line}: {result}")
        return result["message"]

    def start_game(self):
        """Opens a table against the computer and starts its game."""
        self.type_line(self.channel, "/table open game:Haleakala computers:1")
        threads = [channel for channel in self.request("world")["channels"] if channel["parent"]]
        self.table = threads[-1]["id"]
        self.type_line(self.table, "/table start")

    def read_log(self):
        """Reads the log of the game from the bot's database."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as database:
            rows = database.execute(
                "select number, seat, action, events from log_entry join game_table using (table_id) "
                "where channel = ? order by number",
                (int(self.table),),
            )
            return rows.fetchall()

    def play(self, steps):
        """Chooses the first legal action until the log has at least this many more steps."""
        target = len(self.read_log()) + steps

        def choose_and_count():
            self.type_line(self.table, "/choose choice:1")
            return len(self.read_log()) >= target

        wait_until(f"{steps} steps are played", choose_and_count)

    def resign_and_download_record(self):
        """Resigns and returns the record of the game, which exists once the game is over."""
        question = self.type_line(self.table, "/table resign")
        buttons = [button["custom_id"] for row in question["components"] for button in row["components"]]
        check(buttons, f"/table resign asks for confirmation: {question['content']}")
        press = {"as": self.person, "message": question["id"], "custom_id": buttons[0], "wait": "settled"}
        self.request("press", press)

        def find_record_url():
            attachments = self.type_line(self.table, "/table record")["attachments"]
            return attachments and attachments[0]["url"]

        url = wait_until("/table record has a file", find_record_url)
        with urllib.request.urlopen(url, timeout=REQUEST_TIMEOUT_SECS) as response:
            return response.read()
