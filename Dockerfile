# The release of Debian whose PostgreSQL is that of compose.yaml: a backup is made with its pg_dump.
FROM python:3.11-slim-bookworm
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY pyproject.toml uv.lock ./
COPY docs/api.md docs/
COPY bidbase bidbase
COPY bidbase_site bidbase_site
COPY bidbase_web bidbase_web
COPY editor editor
COPY practice practice
COPY templates templates
COPY static static
COPY manage.py ./
RUN pip install --no-cache-dir "$(sed -n 's/.*"\(uv==[0-9.]*\)".*/\1/p' pyproject.toml)" \
    && uv sync --frozen --no-dev --extra site --compile-bytecode \
    && useradd --create-home bidbase && mkdir var && chown bidbase var \
    && install --directory --owner bidbase --mode 700 /home/bidbase/.cache /home/bidbase/.cache/bidbase
ENV PATH=/app/.venv/bin:$PATH HOME=/home/bidbase
USER bidbase
# matplotlib, which comes with the double-dummy solver, makes a list of fonts at its first import.
RUN python -c "import endplay"
EXPOSE 8000
