import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from '@ringwell/testing/free-port';
import { makeWav } from '@ringwell/testing/intake-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

const UPLOADS = 12;
const MB = 1_048_576;

const folder = temporaryDirectory();
const { api, database } = useTestApi();
let nginx: ChildProcess;
let url: string;

// Except for the upload size, nginx has its default settings: it buffers the whole request before passing it on.
beforeAll(async () => {
  const port = await findFreePort();
  for (const kind of ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, kind));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid nginx.pid; error_log stderr crit;
    events {}
    http {
      access_log off; client_max_body_size 60m; ${paths.join(' ')}
      server { listen 127.0.0.1:${port}; location / { proxy_pass ${api.url}; } }
    }`,
  );
  nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], {
    stdio: 'inherit',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/api/health/live`).catch(() => undefined))?.ok) await sleep(20);
});
afterAll(() => {
  nginx.kill('SIGKILL');
});

async function uploadRecording(token: string, megabytes: number, field = 'audio'): Promise<number> {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(makeWav(megabytes * MB))]), 'call.wav');
  const response = await fetch(`${url}/api/n8n/calls`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return response.status;
}

it.each([
  ['whose token is wrong', 401, 20, 'audio', (): Promise<string> => Promise.resolve('rw_guess')],
  ['that are too large', 413, 55, 'audio', makeToken],
  ['in an unknown field', 400, 20, 'file', makeToken],
])('passes on the response to uploads %s instead of sending 502', async (_case, status, megabytes, field, getToken) => {
  const token = await getToken();
  const statuses: number[] = [];
  for (let sentCount = 0; sentCount < UPLOADS; sentCount += 1)
    statuses.push(await uploadRecording(token, megabytes, field));
  expect(statuses).toEqual(statuses.map(() => status));
});

async function makeToken(): Promise<string> {
  return (await database.makeAccount()).token;
}
