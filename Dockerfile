FROM python:3.11-slim AS packages
COPY requirements.txt .
RUN python -m venv /venv \
 && /venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt \
 && /venv/bin/python -m pip uninstall --yes --quiet pip setuptools

FROM python:3.11-slim
# Pillow needs it to shape names in Arabic, Khmer and the scripts of India.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libfribidi0 \
 && rm -rf /var/lib/apt/lists/* \
 && install --directory --owner 10001 --group 10001 /data
COPY --from=packages /venv /venv
WORKDIR /app
COPY engine engine
COPY renderer renderer
COPY bot bot
# The file system may be read-only, so the bytecode is compiled here.
RUN ["/venv/bin/python", "-m", "compileall", "-q", "engine", "renderer", "bot"]
USER 10001:10001
# The commit, for logs and backups.
ARG SOURCE_VERSION=
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PORT=8080 PULUC_DATA=/data SOURCE_VERSION=$SOURCE_VERSION
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "bot.ops.alive"]
CMD ["python", "-m", "bot"]
