"""A student with a browser that keeps cookies and follows redirects, and shows nothing."""

import html
import http.client
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import urlencode

FORM = re.compile(
    r'action="(?P<address>/board/[\w-]+/call/)".*?'
    r'name="csrfmiddlewaretoken" value="(?P<token>\w+)".*?name="at" value="(?P<at>\d+)"',
    re.DOTALL,
)
LOOK_AGAIN = re.compile(r'data-look-again="(\d+)"')  # milliseconds
# Where the table asks for a verdict that is to come.
VERDICT = re.compile(r'hx-get="([^"]+/call/\d+/)verdict/" hx-trigger="every')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
# Where the table fetches what the calls of the bidding box mean, once somebody looks.
MEANINGS = re.compile(r'(?:data-meanings|hx-get)="([^"?]+/meanings/(?:\?[^"]*)?)"')
OFFER = re.compile(r'<button class="bid[^"]*" id="call-\w+" name="call" value="(\w+)"[^>]*?( disabled)?>')
PATIENCE = 30.0  # seconds, for which people of `make load` wait for an answer
HTMX = {"HX-Request": "true"}


class Unexpected(Exception):
    """The site answered something else than a student expects; the message is the status and the address."""


@dataclass(frozen=True)
class Page:
    """A page that came: its address, status and text, and the address that it leads to where it is no page itself."""

    address: str
    status: int
    text: str
    leads_to: str = ""

    @property
    def is_table(self) -> bool:
        """Whether the student may call here."""
        return FORM.search(self.text) is not None

    @property
    def calls(self) -> list[str]:
        """The calls that the bidding box offers."""
        return [call for call, disabled in OFFER.findall(self.text) if not disabled]

    @property
    def meanings(self) -> str:
        """The address of what the calls mean; blank where the page itself says it."""
        found = MEANINGS.search(self.text)
        return html.unescape(found[1]) if found else ""

    @property
    def verdict(self) -> str:
        """The address of the call on which a verdict is to come; blank where there is one, or nothing to judge."""
        found = VERDICT.search(self.text)
        return found[1] if found else ""


class Student:
    """Opens deals, calls, and looks at reviews."""

    def __init__(self, port: int, timeout: float = 60) -> None:
        self._timeout = timeout
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self._cookies: SimpleCookie = SimpleCookie()

    def get(self, address: str) -> Page:
        """The page at an address, or where that leads. Raises Unexpected unless it comes, OSError when nothing does."""
        return self._follow(self._ask("GET", address))

    def look(self, table: Page) -> None:
        """Fetch what the calls at a table mean, as its script does."""
        self._follow(self._ask("GET", table.meanings, more=HTMX))

    def call(self, table: Page, call: str) -> Page:
        """Make a call at the table as its script does: the table again, or the review once the auction is over."""
        form = FORM.search(table.text)
        if form is None:
            raise Unexpected(f"no table at {table.address}")
        fields = {"csrfmiddlewaretoken": form["token"], "at": form["at"], "call": call}
        return self._follow(self._ask("POST", form["address"], urlencode(fields), HTMX))

    def has_verdict(self, call: str) -> bool:
        """Whether the verdict on a call has come, as the table asks once a second. `call` is its address."""
        page = self._ask("GET", f"{call}verdict/", more=HTMX)
        if page.status not in (200, 204):
            raise Unexpected(f"{page.status} at {page.address}")
        return page.status == 200

    def send(self, page: Page, address: str, fields: dict[str, str]) -> Page:
        """Send a form of this page: where that leads."""
        token = TOKEN.search(page.text)
        if token is None:
            raise Unexpected(f"no form at {page.address}")
        body = urlencode({"csrfmiddlewaretoken": token[1], **fields})
        return self._follow(self._ask("POST", address, body))

    def finish(self, table: Page, calls: list[str]) -> Page:
        """Make these calls, and pass where the table offers none of them or they are used up: the review."""
        wanted = iter(calls)
        while table.is_table:
            call = next(wanted, "P")
            table = self.call(table, call if call in table.calls else "P")
        return table

    def take_cookie(self, name: str, value: str) -> None:
        """Go on as the browser that was given this cookie."""
        self._cookies[name] = value

    def forget(self) -> None:
        """Go on as somebody new, without cookies."""
        self._cookies.clear()

    def move_to(self, port: int) -> None:
        """Go on at another site, with the same cookies."""
        self.close()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=self._timeout)

    def close(self) -> None:
        """Leave the site."""
        self._connection.close()

    def _follow(self, page: Page) -> Page:
        deadline = time.monotonic() + self._timeout
        while page.status == 202 or page.leads_to:
            if page.status == 202:  # it waits for a worker, and looks again as a browser does
                soon = LOOK_AGAIN.search(page.text)
                self._pause(int(soon[1]) / 1000 if soon else 1, deadline, page)
            page = self._ask("GET", page.leads_to or page.address)
        if page.status != 200:
            raise Unexpected(f"{page.status} at {page.address}")
        return page

    def _pause(self, seconds: float, deadline: float, page: Page) -> None:
        """Wait before a page is asked for again. Raises Unexpected once that has gone on for too long."""
        if time.monotonic() > deadline:
            raise Unexpected(f"no end of waiting after {self._timeout:g} s at {page.address}")
        time.sleep(seconds)

    def _ask(self, method: str, address: str, body: str | None = None, more: Mapping[str, str] | None = None) -> Page:
        """One question, with `more` headers, and its answer."""
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self._cookies.items())
        headers = {"Cookie": cookies, **(more or {})}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            response, text = self._answer(method, address, body, headers)
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()  # a new one is opened for the next question
            raise ConnectionError(f"{error!r} at {address}") from error
        for cookie in response.headers.get_all("Set-Cookie", []):
            self._cookies.load(cookie)
        leads_to = response.headers.get("Location") or response.headers.get("HX-Redirect") or ""
        return Page(address, response.status, text, leads_to)

    def _answer(
        self, method: str, address: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, str]:
        """An answer and its text. Where the site ends a connection that was kept, it is asked again over a new one."""
        kept = self._connection.sock is not None
        try:
            self._connection.request(method, address, body, headers)
            response = self._connection.getresponse()
            return response, response.read().decode()
        except (ConnectionResetError, BrokenPipeError):
            self._connection.close()
            if not kept:
                raise
        return self._answer(method, address, body, headers)
