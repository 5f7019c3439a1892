"""A bare pyserial read, the floor of every bridge. I/O: a serial port.

    python -m benchmarks.bare_reader_process PATH

For each line {"size": N} it reads N bytes and says when it had the last of them.
"""

import json
import sys
import time

import serial


def main() -> None:
    with serial.Serial(sys.argv[1]) as port:
        _say({"ready": True})
        for line in sys.stdin:
            size = json.loads(line)["size"]
            _say({"reading": size})
            port.read(size)
            _say({"had": time.monotonic_ns()})


def _say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
