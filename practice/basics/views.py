"""The page of basics, and the page of words."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bidbase_web.glossary import glossary
from practice.basics.lessons import lessons
from practice.basics.presenters import score_lines


@require_safe
def basics(request: HttpRequest) -> HttpResponse:
    """What somebody needs who has never bid."""
    context = {"section": "learn", "lessons": lessons(), "scores": score_lines()}
    return render(request, "practice/basics/page.html", context)


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """All words of the glossary with what they mean, by the alphabet."""
    context = {"section": "learn", "words": sorted(glossary(), key=lambda word: word.name.lower())}
    return render(request, "practice/basics/words.html", context)
