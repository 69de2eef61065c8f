"""The web application: `gunicorn bidbase_site.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")

application = get_wsgi_application()
