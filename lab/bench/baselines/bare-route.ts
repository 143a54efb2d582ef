import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Express } from 'express';

const express = createRequire(require.resolve('@nestjs/platform-express'))('express') as () => Express;

/** A route that only stores the request body durably as a file. */
async function main(): Promise<void> {
  const folder = process.env['STORAGE_DIR'] ?? '';
  await mkdir(folder, { recursive: true });
  const app = express();
  app.post('/', (request, response) => {
    pipeline(request, createWriteStream(join(folder, randomUUID()), { flags: 'wx', flush: true })).then(
      () => response.status(202).json({ ok: true }),
      () => response.status(500).end(),
    );
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`{"address":"http://127.0.0.1:${(server.address() as AddressInfo).port}"}\n`);
  });
}

void main();
