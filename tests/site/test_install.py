"""The site on a phone's home screen: what its manifest names is there, and without a connection a page says so."""

import struct

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import expect

from bidbase_site.settings import BASE_DIR
from tests.icons import SIZES


@pytest.fixture
def manifest(client):
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    return response.json()


def test_the_manifest_names_what_a_phone_needs(manifest):
    assert {"name", "short_name", "start_url", "display"} <= manifest.keys()
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}


@pytest.mark.parametrize("size", SIZES)
def test_each_icon_has_the_size_that_its_name_says(size):
    png = (BASE_DIR / "static" / "icons" / f"{size}.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (size, size)


def test_the_icons_of_the_manifest_are_files_of_the_site(manifest):
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")), icon


@pytest.mark.parametrize(("address", "kind"), [("/service-worker.js", "text/javascript"), ("/offline/", "text/html")])
def test_the_service_worker_and_its_page_come_from_the_site_itself(client, address, kind):
    response = client.get(address)
    assert (response.status_code, response["Content-Type"]) == (200, kind)
    assert response["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
    assert response.cookies == {}, "nobody becomes a visitor by it"


def test_without_a_connection_a_page_says_so_and_with_one_it_is_gone(open_page):
    page = open_page(service_workers="allow", viewport={"width": 360, "height": 740})
    page.goto("/account/sign-up/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/account/log-in/")
    expect(page.get_by_role("heading")).to_have_text("There is no connection")
    expect(page.get_by_role("link", name="Try again")).to_have_css("display", "inline-flex")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
