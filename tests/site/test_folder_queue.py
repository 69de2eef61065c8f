"""The filesystem broker: what a writer puts in is read whole, however eager the reader."""

from pathlib import Path
from threading import Thread

import pytest
from kombu import Connection
from kombu.transport.virtual import BrokerState

from bidbase_site import folder_queue

MESSAGES = 300


@pytest.fixture(autouse=True)
def no_queues_yet(monkeypatch):
    """kombu remembers which queues a process has bound, and binds none of them in the folder of another test."""
    monkeypatch.setattr(folder_queue.Transport, "global_state", BrokerState())


def connection(folder: Path) -> Connection:
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(folder / "control")}
    return Connection("filesystem://", transport_options=options)


def test_every_message_arrives_whole_and_in_order_beside_an_eager_reader(tmp_path):
    folder_queue.install()
    (tmp_path / "control").mkdir()
    with connection(tmp_path) as writing, connection(tmp_path) as reading:
        outgoing, incoming = writing.SimpleQueue("work"), reading.SimpleQueue("work")

        def write() -> None:
            for number in range(MESSAGES):
                outgoing.put({"number": number})

        writer = Thread(target=write)
        writer.start()
        read = []
        for _ in range(MESSAGES):
            message = incoming.get(timeout=20)
            read.append(message.payload["number"])
            message.ack()
        writer.join()
        assert read == list(range(MESSAGES))
        assert not list(tmp_path.glob("*.part"))
