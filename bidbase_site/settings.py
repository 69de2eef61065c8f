"""Settings. What differs between installations comes from the environment and is listed in the README."""

from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

from bidbase_site.data_folder import needed
from bidbase_site.names import HERE, names_of
from bidbase_site.secret_key import kept_secret

BASE_DIR = Path(__file__).resolve().parent.parent

# Every variable with its type and default, once. An empty default means: worked out below.
env = environ.Env(
    PORT=(int, 8000),
    HOST=(str, "127.0.0.1"),
    ALLOWED_HOSTS=(list, []),
    HTTPS=(bool, False),
    DATA_DIR=(str, "var"),
    DATABASE_URL=(str, ""),
    BROKER_URL=(str, ""),
    SECRET_KEY=(str, ""),
    GUEST_DAYS=(int, 365),
    EMAIL_URL=(str, ""),
    EMAIL_FROM=(str, ""),
    LONG_WORK_AT_ONCE=(int, 1),
    BACKUPS_KEPT=(int, 7),
    BACKUP_DIR=(str, ""),
    DEBUG=(bool, False),
)

DATA_DIR = BASE_DIR / env("DATA_DIR")
with needed(DATA_DIR):
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = env("SECRET_KEY").strip() or kept_secret(DATA_DIR / "secret_key")
DEBUG = env("DEBUG")
ALLOWED_HOSTS = [*HERE, *names_of(env("HOST")), *env("ALLOWED_HOSTS")]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "django_tables2",
    "django_filters",
    "bidbase_web.jobs",
    "editor",
    "practice",
    "bidbase_site.accounts",
]

MIDDLEWARE = [
    "bidbase_site.middleware.request_reference",
    "django.middleware.security.SecurityMiddleware",
    "bidbase_site.middleware.content_security_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "bidbase_site.middleware.session_renewal",
    "bidbase_site.middleware.page_for_readers_of_forms",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "bidbase_web.jobs.middleware.JobsMiddleware",
    "practice.boards.middleware.NoSystemMiddleware",
]

ROOT_URLCONF = "bidbase_site.urls"
WSGI_APPLICATION = "bidbase_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {
                "bridge": "bidbase_web.templatetags.bridge",
                "glossary": "bidbase_web.templatetags.glossary",
                "notes": "bidbase_web.templatetags.notes",
                "times": "bidbase_web.templatetags.times",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "bidbase_site.accounts.context.visitor",
                "editor.write.tour.access.tour",
            ],
        },
    }
]

# --- Database ---

PROGRAM = "bidbase"  # as which the site is known to PostgreSQL

DATABASES = {
    "default": env.db_url_config(env("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'bidbase.sqlite3'}"),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Each thread keeps its connection, and replaces it where the server has closed it since: a new one for each request
# costs time (1.2 ms of the processor with PostgreSQL), and to open one of SQLite writes, so that pages that only read
# would not be there on a full disk. A pool of connections is slower to recover: it tries again at growing intervals.
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Web and worker write to one file: readers never wait (WAL), writers queue up instead of failing half-way
    # (a transaction takes the write lock at its start, and waits for it).
    DATABASES["default"]["OPTIONS"] = {
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
        "timeout": 10,
        "transaction_mode": "IMMEDIATE",
    }
else:
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 5,  # seconds: without a server a page fails soon
        "application_name": PROGRAM,  # by which a restoration sees whether the site runs
    }

# --- Background work ---

CELERY_BROKER_URL = env("BROKER_URL") or "filesystem://localhost"
# A worker waits for the queue when it starts. One that loses the queue finishes its tasks and ends, and is started
# again: kombu 5.7 fails in several ways when it connects to Redis again with messages that were not acknowledged.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_RETRY = False
CELERY_TASK_PUBLISH_RETRY = False  # a page does not wait for the queue
CELERY_TASK_IGNORE_RESULT = True  # results are rows of our own
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 300  # seconds; then the process is replaced
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False

if CELERY_BROKER_URL.startswith("filesystem:"):
    QUEUE_DIR = DATA_DIR / "queue"
    with needed(DATA_DIR):
        (QUEUE_DIR / "control").mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(QUEUE_DIR),
        "data_folder_out": str(QUEUE_DIR),
        "control_folder": str(QUEUE_DIR / "control"),
        "polling_interval": 0.1,
    }
elif CELERY_BROKER_URL.startswith("redis"):
    # A page that wakes a worker fails at once when Redis is gone, and soon when it is stuck.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 0, "socket_connect_timeout": 2, "socket_timeout": 2}

# What nobody at a table waits for, of all workers together: their other processes are free for tables.
LONG_WORK_AT_ONCE = env("LONG_WORK_AT_ONCE")
SWEPT_BOARDS = 10_000  # that robots bid with a system, to count how often its entries come up

SIGNS_OF_LIFE = DATA_DIR / "alive"  # files that worker and schedule touch

# --- Backups ---

BACKUPS_KEPT = env("BACKUPS_KEPT")
if BACKUPS_KEPT < 0:
    raise ImproperlyConfigured("BACKUPS_KEPT must be a number of backups, or 0 for none.")
BACKUP_DIR = BASE_DIR / env("BACKUP_DIR") if env("BACKUP_DIR") else DATA_DIR / "backups"

# --- Static files: hashed names, compressed once, served by the web process itself ---

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- Visitors ---

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "log_in"

# Mails are sent for forgotten passwords alone, and not at all without a server for them.
MAILS = bool(env("EMAIL_URL"))
if MAILS:
    _server = env.email_url_config(env("EMAIL_URL"))
    vars().update(_server)
    EMAIL_TIMEOUT = 10  # seconds
    DEFAULT_FROM_EMAIL = env("EMAIL_FROM") or _server["EMAIL_HOST_USER"]

# A guest's boards hang on the session, and go with it. It is renewed on each day on which the guest does something.
if env("GUEST_DAYS") < 1:
    raise ImproperlyConfigured("GUEST_DAYS must be a number of days, 1 at least.")
SESSION_ENGINE = "bidbase_site.sessions"
SESSION_COOKIE_AGE = env("GUEST_DAYS") * 24 * 60 * 60
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# The proxy leads from HTTP to HTTPS; what else its domain serves, and whether browsers list it, is for others to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
BEHIND_PROXY = env("HTTPS")  # it names the visitor in X-Forwarded-For
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "bidbase_web.logs.LineFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Without a word here, Django mails errors to administrators and tells nobody else.
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # A wrong address is the visitor's business.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},
    },
}
