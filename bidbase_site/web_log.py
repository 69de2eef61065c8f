"""The lines that gunicorn logs: `gunicorn --logger-class bidbase_site.web_log.LineLogger`."""

from typing import Any

from gunicorn.glogging import Logger

from bidbase_web.logs import LineFormatter


class LineLogger(Logger):
    """Logs what gunicorn has to say as the site does."""

    def setup(self, cfg: Any) -> None:
        """Take the settings of gunicorn, with our lines."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(LineFormatter())
