# One image for the API (default), a worker, the migration, and the download of local models. See docker-compose.yml.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npx nest build api worker libs && node web/build.mjs && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production STORAGE_DIR=/data/recordings WORK_DIR=/var/lib/ringwell/work MODELS_DIR=/models
RUN apt-get update \
  && apt-get install --no-install-recommends -y bzip2 ffmpeg pocketsphinx pocketsphinx-en-us tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data/recordings /var/lib/ringwell /models
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/ops/worker.sh ./ops/
COPY --from=build /app/web/dist ./web/dist
USER node
VOLUME /data /models
EXPOSE 3000
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/api/src/main.js"]
