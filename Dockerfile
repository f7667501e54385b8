# The command in a container: docker run --rm -v "$PWD:/work" overthink doctor answers.csv --knob budget
FROM python:3.12-slim
COPY pyproject.toml hatch_build.py README.md CHANGELOG.md LICENSE /overthink/
COPY src /overthink/src
COPY docs /overthink/docs
RUN pip install --no-cache-dir "/overthink[figures,evals]" && rm -r /overthink
ENV NUMBA_CACHE_DIR=/tmp/numba OVERTHINK_CACHE=/tmp/overthink
WORKDIR /work
ENTRYPOINT ["overthink"]
CMD ["--help"]
