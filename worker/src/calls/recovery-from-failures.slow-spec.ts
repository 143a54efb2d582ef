import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import { join } from 'node:path';

import { row } from '@ringwell/database/postgres/sql';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { listenLocally } from '@ringwell/testing/local-server';
import { makeSound } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { SHORT_CALL, TestSystem } from '@ringwell/testing/test-system';

const provider = new FakeTranscriptionServer();
const defaultReply = provider.reply;
const files = temporaryDirectory();

beforeAll(() => provider.start());
beforeEach(() => {
  provider.reply = defaultReply;
  provider.requests.length = 0;
});
afterAll(() => provider.stop());

describe('call failures', () => {
  // The settings allow requests to this address.
  const redirectServer: Server = createServer((_request, response) => {
    response.writeHead(302, { location: redirectTo }).end();
  });
  // The settings don't allow requests to this address.
  const privateServer = createPlainServer((socket) => {
    connectionCount += 1;
    socket.destroy();
  });
  let redirectPort: number;
  let privatePort: number;
  let redirectTo = '';
  let connectionCount = 0;
  let system: TestSystem;

  beforeAll(async () => {
    redirectPort = await listenLocally(redirectServer);
    privatePort = await listenLocally(privateServer);
    system = await TestSystem.start({
      env: {
        TRANSCRIPTION_BASE_URL: provider.baseUrl,
        OUTBOUND_ALLOW: `127.0.0.1:${redirectPort}`,
        TRANSCRIPTION_TIMEOUT_SECONDS: '2',
        MAX_RECORDING_HOURS: '1',
      },
    });
  });
  afterAll(async () => {
    await system?.stop();
    redirectServer.closeAllConnections();
    for (const server of [redirectServer, privateServer]) server.close();
  });

  describe('links into the private network fail without a request', () => {
    it.each(['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost'])(
      'after a redirect to %s',
      async (origin) => {
        redirectTo = `${origin}:${privatePort}/secrets`;
        const account = await system.database.makeAccount();
        const id = await system.submitUrl(account, `http://127.0.0.1:${redirectPort}/call.mp3`);
        expect(await system.waitForCall(account, id)).toMatchObject({
          state: 'failed',
          attempts: 1,
          error: { code: 'URL_NOT_ALLOWED' },
        });
        expect(connectionCount).toBe(0);
      },
    );

    it('when the hostname resolves to a private address', async () => {
      const account = await system.database.makeAccount();
      const id = await system.submitUrl(account, `https://localhost:${privatePort}/call.mp3`);
      expect(await system.waitForCall(account, id)).toMatchObject({
        state: 'failed',
        attempts: 1,
        error: { code: 'URL_NOT_ALLOWED' },
      });
      expect(connectionCount).toBe(0);
    });
  });

  it('queues another attempt when the vendor never responds', async () => {
    provider.reply = () => 'hang';
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    expect(await system.waitForCall(account, id, ({ error }) => error !== null)).toMatchObject({
      state: 'queued',
      error: { code: 'TRANSCRIPTION_TIMEOUT' },
    });
    provider.reply = defaultReply;
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', error: null });
  });

  it("completes even if the vendor's text contains characters that PostgreSQL rejects", async () => {
    const text = ' Thank\0 you \ud83d so much.';
    const segments = [{ id: 0, start: 0.5, end: 2.5, text }];
    provider.reply = () => ({ body: { language: 'english', duration: 40, text, segments } });
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    const call = await system.waitForCall(account, id, ({ state, error }) => state === 'completed' || error !== null);
    expect(call).toMatchObject({ state: 'completed', error: null });
    expect(call.transcript?.segments.map((segment) => segment.text)).toContain('Thank you \ufffd so much.');
  });

  it('does not retry earlier than a rate-limiting vendor asks', async () => {
    provider.reply = () => ({
      status: 429,
      headers: { 'retry-after': '600' },
      body: { error: { message: 'slow down' } },
    });
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    expect(await system.waitForCall(account, id, ({ error }) => error !== null)).toMatchObject({
      state: 'queued',
      error: { code: 'TRANSCRIPTION_RATE_LIMITED' },
    });
    const delay = await row<{ seconds: number }>(
      system.database.manager,
      'select extract(epoch from run_after - updated_at)::float8 as seconds from calls where id = $1',
      [id],
    );
    expect(delay?.seconds).toBeGreaterThanOrEqual(600);
  });

  it.each([
    ['skips a call of the maximum length', 60, { state: 'skipped', skipReason: 'no_speech' }],
    ['fails a call that exceeds the maximum length', 62, { state: 'failed', error: { code: 'RECORDING_TOO_LONG' } }],
  ])('recognizes no words in an hour of silence, and %s', async (_case, minutes, expectedEnd) => {
    const silence = await makeSound(join(files, `${minutes}.flac`), 'anullsrc=r=8000:cl=mono', minutes * 60);
    const account = await system.database.makeAccount();
    const id = await system.submit(account, silence);
    expect(await system.waitForCall(account, id)).toMatchObject({ ...expectedEnd, attempts: 1, usageMinutes: null });
    expect(provider.requests).toEqual([]);
  });

  it('processes a truncated recording as far as possible', async () => {
    const truncatedPath = join(files, 'cut.mp3');
    await copyFile('samples/neutral.mp3', truncatedPath);
    await truncate(truncatedPath, Math.floor((await readFile(truncatedPath)).length / 2));
    const account = await system.database.makeAccount();
    const call = await system.waitForCall(account, await system.submit(account, truncatedPath));
    expect(call).toMatchObject({ state: 'completed' });
    expect(call.durationSeconds).toBeGreaterThan(15);
    expect(call.durationSeconds).toBeLessThan(25);
  });

  it('fails permanently when the recording is cut off in the header', async () => {
    const truncatedPath = join(files, 'cut.wav');
    await writeFile(truncatedPath, (await readFile('samples/positive.wav')).subarray(0, 30));
    const account = await system.database.makeAccount();
    const id = await system.submit(account, truncatedPath);
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { code: 'RECORDING_UNREADABLE' },
    });
    expect(provider.requests).toEqual([]);
  });
});

it('skips a queued call after call processing is turned off', async () => {
  const system = await TestSystem.start({ workers: 0, env: { TRANSCRIPTION_BASE_URL: provider.baseUrl } });
  try {
    const { database } = system;
    const account = await database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    await new UnitOfWork(database.dataSource).run(({ accounts }) =>
      accounts.updateSettings(account.account.id, { active: false }),
    );
    expect(await system.fetchCall(account, id)).toMatchObject({ state: 'queued' });
    await system.startWorker();
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'skipped',
      skipReason: 'account_inactive',
      usageMinutes: null,
    });
    expect(provider.requests).toEqual([]);
  } finally {
    await system.stop();
  }
});

it('completes a call on a worker whose clock is two hours ahead', async () => {
  const preloadPath = join(files, 'fast-clock.cjs');
  await writeFile(
    preloadPath,
    `
    const { now } = Date;
    Date.now = () => now() + 7_200_000;
    globalThis.Date = new Proxy(Date, { construct: (target, args) => new target(...(args.length > 0 ? args : [target.now()])) });`,
  );
  const system = await TestSystem.start({ workers: 0, env: { TRANSCRIPTION_BASE_URL: provider.baseUrl } });
  try {
    await system.startWorkerProcess({ NODE_OPTIONS: `--require ${preloadPath}` });
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts: 1, error: null });
  } finally {
    await system.stop();
  }
});
