"""The names by which a site is asked for."""

import socket

HERE = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")
SOMEWHERE = ("192.0.2.1", 9)  # an address for documentation (RFC 5737): only the way there is looked up


def names_of(host: str) -> list[str]:
    """How others ask for a site that listens at `host`; nothing where it listens to this machine alone."""
    if host in EVERYWHERE:
        return own_names()
    written = f"[{host}]" if ":" in host else host
    return [] if written in HERE else [written]


def own_names() -> list[str]:
    """The address of this machine toward others, where it has one, and its names."""
    name = socket.gethostname()
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)  # of a datagram socket: nothing is sent
            addresses.append(probe.getsockname()[0])
        except OSError:
            pass  # no network
    return list(dict.fromkeys([*addresses, name, f"{name.partition('.')[0]}.local"]))
