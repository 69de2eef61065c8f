"""The filesystem broker: what a writer puts in is read whole, however eager the reader, and by turns of the queues."""

from pathlib import Path
from threading import Thread

import pytest
from kombu import Connection, Exchange, Message, Queue
from kombu.transport.virtual import BrokerState

from bidbase_site import folder_queue
from bidbase_site.celery import app
from editor.runs.tasks import work
from practice.double_dummy.tasks import analyze_deal

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


def test_who_waits_at_a_table_does_not_wait_for_all_analyses(tmp_path):
    folder_queue.install()
    (tmp_path / "control").mkdir()
    analyses, visitors = (app.amqp.router.route({}, task.name)["queue"].name for task in (analyze_deal, work))
    assert analyses != visitors
    with connection(tmp_path) as writing, connection(tmp_path) as reading:
        put = {name: writing.SimpleQueue(name).put for name in (analyses, visitors)}
        for number in range(20):
            put[analyses](f"analysis {number}")
        put[visitors]("simulation")
        taken: list[str] = []

        def take(body: str, message: Message) -> None:
            taken.append(body)
            message.ack()

        queues = [Queue(name, Exchange(name), name) for name in (analyses, visitors)]
        with reading.Consumer(queues, callbacks=[take]):
            while len(taken) < 21:
                reading.drain_events(timeout=20)
    assert taken.index("simulation") < 2
    assert len(set(taken)) == 21
