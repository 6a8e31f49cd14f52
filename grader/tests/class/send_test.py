"""Lays out two messages, and has them sent to a mail server on this machine, twice.

    send_test.py SEND.PY FOLDER

It ends with 0 if they arrived.
"""

import json
import mailbox
import pathlib
import socketserver
import subprocess
import sys
import threading

received = []


class Server(socketserver.StreamRequestHandler):
    """As much of SMTP as receiving needs."""

    def handle(self):
        self.wfile.write(b"220 test\r\n")
        while line := self.rfile.readline():
            word = line.split()[0].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                received.append(b"".join(iter(self.rfile.readline, b".\r\n")))
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
            if word == b"QUIT":
                return


def main():
    script, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    page = folder / "page.html"
    page.write_text("<h1>a page ü</h1>")
    messages = [
        {"name": f"Ü, Student {i}", "to": f"student-0{i}@example.org", "text": "7 of 9\n"}
        for i in (1, 2)
    ]
    batch = {"from": "course@example.org", "subject": "Points"}
    batch["messages"] = [{**one, "page": str(page)} for one in messages]
    (folder / "messages.json").write_text(json.dumps(batch))

    def call(*more):
        return subprocess.run(
            [sys.executable, script, str(folder), *more],
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    assert "2 messages, none of them sent" in call()
    laid_out = list(mailbox.mbox(folder / "messages.mbox"))
    assert [one["Subject"] for one in laid_out] == ["Points", "Points"]
    attached = laid_out[1].get_payload()[1]
    assert attached.get_filename() == "feedback.html"
    assert attached.get_payload(decode=True).decode().strip() == page.read_text()
    with socketserver.TCPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{server.server_address[1]}"
        assert "Sent: 2; sent before: 0." in call("--smtp", address)
        assert "Sent: 0; sent before: 2." in call("--smtp", address)
        page.write_text("<h1>another page</h1>")
        assert "Sent: 2; sent before: 0." in call("--smtp", address)
        server.shutdown()
    assert len(received) == 4
    assert b"student-02@example.org" in received[1]


main()
