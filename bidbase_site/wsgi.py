"""The web application: `gunicorn bidbase_site.wsgi`.

Each process takes requests as soon as Django and the views are loaded, and warms up once it has answered the first.
"""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")

application = get_wsgi_application()

from django.urls import get_resolver  # noqa: E402 - it needs the settings, as warm.py does

from bidbase_site.warm import warm_up_after_the_first_answer  # noqa: E402

get_resolver().url_patterns  # noqa: B018 - reading it loads them: of threads that import at once one may see half a module
warm_up_after_the_first_answer()
