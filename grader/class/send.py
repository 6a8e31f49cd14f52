"""Sends each student's page, or lays the messages out to be looked at first.

    send.py FOLDER [--smtp HOST[:PORT]]

FOLDER/messages.json has a sender, a subject and, for each message, the name, the address, the
text and the page.  Without --smtp, the messages go into FOLDER/messages.mbox, which mail programs
open.  With it they are sent; FOLDER/sent.txt lists what was sent, which is not sent again.
For a server that wants a password, GRIDLOCK_SMTP_USER and GRIDLOCK_SMTP_PASSWORD hold both.
"""

import hashlib
import json
import mailbox
import os
import pathlib
import smtplib
import ssl
import sys
from email.message import EmailMessage
from email.utils import formataddr, formatdate


def message_from(one, batch):
    message = EmailMessage()
    message["From"] = batch["from"]
    message["To"] = formataddr((one["name"], one["to"]))
    message["Subject"] = batch["subject"]
    message["Date"] = formatdate(localtime=True)
    message.set_content(one["text"])
    page = pathlib.Path(one["page"])
    message.add_attachment(page.read_text(), subtype="html", filename="feedback.html")
    return message


def key_of(one):
    page = pathlib.Path(one["page"]).read_bytes()
    return f"{one['to']} {hashlib.sha256(one['text'].encode() + page).hexdigest()}"


def lay_out(batch, folder):
    path = folder / "messages.mbox"
    path.unlink(missing_ok=True)
    box = mailbox.mbox(path)
    for one in batch["messages"]:
        box.add(message_from(one, batch))
    box.close()
    count = len(batch["messages"])
    print(f"{path}: {count} message{'s' * (count != 1)}, none of them sent.")


def send(batch, folder, server):
    sent_file = folder / "sent.txt"
    sent = set(sent_file.read_text().splitlines()) if sent_file.exists() else set()
    left = [one for one in batch["messages"] if key_of(one) not in sent]
    host, _, port = server.partition(":")
    with smtplib.SMTP(host, int(port or 25), timeout=60) as smtp:
        smtp.ehlo()
        if smtp.has_extn("starttls"):
            smtp.starttls(context=ssl.create_default_context())
        if user := os.environ.get("GRIDLOCK_SMTP_USER"):
            smtp.login(user, os.environ["GRIDLOCK_SMTP_PASSWORD"])
        for one in left:
            smtp.send_message(message_from(one, batch))
            with sent_file.open("a") as file:
                file.write(key_of(one) + "\n")
    print(f"Sent: {len(left)}; sent before: {len(batch['messages']) - len(left)}.")


def main():
    folder = pathlib.Path(sys.argv[1])
    batch = json.loads((folder / "messages.json").read_text())
    try:
        if sys.argv[2:3] == ["--smtp"]:
            send(batch, folder, sys.argv[3])
        else:
            lay_out(batch, folder)
    except (OSError, smtplib.SMTPException) as error:
        sys.exit(f"{error}.  Call it again: what was sent is not sent twice.")


main()
