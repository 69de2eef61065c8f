"""The web application: `gunicorn bidbase_site.wsgi`. Each process warms up before it takes the first request."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")

application = get_wsgi_application()

from bidbase_site.warm import warm_up  # noqa: E402 - it needs the settings

warm_up()
