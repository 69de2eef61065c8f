"""Nothing asks again and again for ever: each part of a page that does so is among those whose end is tested."""

from tests.editor.test_polling import LOOKS, PAGES
from tests.polling import files_that_ask_again
from tests.practice.test_polling import PARTS


def test_every_part_that_asks_again_has_an_end_that_is_tested():
    tested = {asking for _, asking, *_ in (*PARTS, *PAGES, *LOOKS)}
    assert files_that_ask_again() == tested
