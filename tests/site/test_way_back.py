"""Where a form leads that names a page to return to: to that page, or to one that is safe, whatever it says."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.shortcuts import redirect
from django.test import Client
from django.utils.http import MAX_URL_REDIRECT_LENGTH
from hypothesis import example, given
from hypothesis import strategies as st

from bidbase_web.jobs import services
from bidbase_web.pages import own_address
from bidbase_web.visitors import account_key
from editor.frame import back_address
from editor.models import SystemRow
from editor.people.services import take_as_base
from tests.site.jobs import Counting

PASSWORD = "clubs-and-diamonds"
PATHS = [
    pytest.param("/deal/7/", id="a page"),
    pytest.param("/system/?q=two%20clubs#answer", id="a page with a query and a place"),
    pytest.param("/account", id="nothing that we know: it is not found"),
]
OTHERS = [
    pytest.param("", id="nothing"),
    pytest.param("x", id="a word, which is no route"),
    pytest.param("account", id="the name of a route"),
    pytest.param("practice:home", id="the name of a route with its app"),
    pytest.param("\\", id="a backslash"),
    pytest.param("/\\elsewhere.example/", id="a backslash that browsers take for a slash"),
    pytest.param("//elsewhere.example/", id="another site"),
    pytest.param("https://elsewhere.example/", id="another site with its scheme"),
    pytest.param("javascript:alert(1)", id="a script"),
    pytest.param("../deal/7/", id="a path from the page of the form, which nobody has seen"),
    pytest.param("http://[", id="half an address"),
    pytest.param("/" + "x" * MAX_URL_REDIRECT_LENGTH, id="too long for an answer"),
]


@given(st.one_of(st.text(), st.text(alphabet="/\\.:@?#[x \t\r\n\0")))
@example("/\t/elsewhere.example/")
@example("/\0")
def test_whatever_is_asked_the_answer_leads_to_a_path_of_this_site(asked):
    address = own_address(asked)
    assert address in ("", asked)
    led = redirect(address or "/")["Location"]
    assert led[0] == "/"
    assert led[1:2] not in ("/", "\\")
    assert led.isprintable()


@pytest.fixture
def ann(db) -> Client:
    """Somebody with a system of their own."""
    user = User.objects.create_user("Ann", password=PASSWORD)
    base = SystemRow.objects.create(slug="small", title="Small", shipped=True)
    take_as_base(base=base, title="Our system", owner=user)
    client = Client()
    client.force_login(user)
    return client


def cancel(client: Client, asked: str) -> Any:
    run, _ = services.ask(Counting(), owner=account_key(User.objects.get()))
    response = client.post(f"/jobs/{run.pk}/cancel/", {"back": asked})
    run.refresh_from_db()
    assert run.state == run.State.CANCELLED
    return response


def form(address: str, name: str = "back", **fields: str) -> Callable[[Client, str], Any]:
    """A form that names a page to return to."""
    return lambda client, asked: client.post(address, {**fields, name: asked})


OWN = "/system/our-system"
PASSWORDS = {"password": PASSWORD, "password1": PASSWORD, "password2": PASSWORD}
FORMS = [
    pytest.param(cancel, "/", id="work is cancelled"),
    pytest.param(form("/system/tour/end/"), "/system/", id="the tour ends"),
    pytest.param(form(f"{OWN}/findings/accept/"), f"{OWN}/findings/", id="a finding is accepted"),
    pytest.param(form(f"{OWN}/findings/decide-anew/"), f"{OWN}/findings/", id="a finding is decided anew"),
    pytest.param(form("/account/log-in/", "next", username="Ann", **PASSWORDS), "/", id="log in"),
    pytest.param(form("/account/sign-up/", "next", username="Ben", **PASSWORDS), "/", id="sign up"),
]


@pytest.mark.parametrize(("send", "safe"), FORMS)
@pytest.mark.parametrize("asked", PATHS)
def test_a_form_leads_where_it_says(ann, send, safe, asked):
    assert_led(send(ann, asked), asked)


@pytest.mark.parametrize(("send", "safe"), FORMS)
@pytest.mark.parametrize("asked", OTHERS)
def test_a_form_that_names_no_page_of_the_site_leads_to_a_safe_one(ann, send, safe, asked):
    assert_led(send(ann, asked), safe)


def assert_led(response: Any, address: str) -> None:
    assert (response.status_code, response["Location"]) == (302, address)


@pytest.mark.parametrize(
    ("referer", "led"),
    [
        ("http://testserver/deal/7/?a=b", "/deal/7/?a=b"),
        ("http://testserver//elsewhere.example/", ""),
        ("http://elsewhere.example/deal/7/", ""),
        ("http://[", ""),
    ],
)
def test_a_page_from_which_somebody_came_is_one_of_this_site(rf, referer, led):
    assert back_address(rf.get("/system/", headers={"referer": referer})) == led
