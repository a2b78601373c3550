"""Runs a command on a pseudo-terminal: reads steps as JSON from standard input, prints status and output as JSON."""
import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

request = json.load(sys.stdin)
child, terminal = pty.fork()
if child == 0 and "columns" in request:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, request["columns"], 0, 0))
if child == 0:
    os.chdir(request["cwd"])
    os.execve(request["command"][0], request["command"], request["environment"])

output = b""
seen = 0
deadline = time.monotonic() + 60


def read_some():
    """Gives False where the program has closed the terminal."""
    global output
    if not select.select([terminal], [], [], 0.1)[0]:
        return True
    try:
        data = os.read(terminal, 65536)
    except OSError:
        return False
    output += data
    return data != b""


is_open = True
missing = None
for expected, keys in request["steps"]:
    wanted = expected.encode()
    while is_open and wanted not in output[seen:] and time.monotonic() < deadline:
        is_open = read_some()
    at = output.find(wanted, seen)
    if at < 0:
        missing = expected
        break
    seen = at + len(wanted)
    os.write(terminal, keys.encode())
while is_open and time.monotonic() < deadline:
    is_open = read_some()
if time.monotonic() >= deadline:
    os.kill(child, 9)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
json.dump({"status": status, "output": output.decode(errors="replace"), "missing": missing}, sys.stdout)
