import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Client } from 'pg';

import { canRunUnprivileged, Clone, freePort, isRunning } from './testing/clone';

const getUid = (pid = 0): number => Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }));

describe('npm start', () => {
  let clone: Clone;
  beforeEach(() => {
    clone = new Clone();
  });
  afterEach(() => clone.remove());

  it('starts a complete system, stops all processes on Ctrl+C, and keeps its data for the next start', async () => {
    const port = await freePort();
    writeFileSync(join(clone.folder, '.env'), 'SUPPORT_PHONE=(555) 010-0100\n', { mode: 0o644 });
    const firstRun = clone.start(port, process.env.PATH, { MODELS_BASE_URL: 'http://127.0.0.1:2' });
    await firstRun.waitUntilReady();
    await firstRun.waitForOutput(
      'The publishers of the local models cannot be reached, so the built-in engines stay in use.',
    );
    expect(firstRun.output).not.toContain('npm run models'); // this advice is only for systems without models
    expect(firstRun.output).toContain('Run "chmod 600 .env"');
    await firstRun.waitForOutput('password '); // printed after the output that `waitUntilReady` waits for
    expect(firstRun.output).toMatch(/password \S+/);
    expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain(
      'See Customer Happiness on Every Phone Call',
    );
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow('fetch failed'); // another address of this machine
    for (const file of ['state.json', 'secrets.json'])
      expect(statSync(join(clone.folder, '.data', file)).mode & 0o777).toBe(0o600);
    const secrets = readFileSync(join(clone.folder, '.data/secrets.json'), 'utf8');
    const pids = clone.listPids();
    const { processes } = clone.readState();
    expect(Object.keys(processes).sort()).toEqual(['api', 'postgres', 'redis', 'worker']);
    const rootProcesses = ['api', 'worker'].filter((name) => getUid(processes[name]?.pid) === 0);
    expect(rootProcesses).toEqual(canRunUnprivileged() ? [] : ['api', 'worker']);
    const database = new Client({ connectionString: clone.readState().databaseUrl });
    await database.connect();
    await expect(database.query("copy (select 1) to program 'cat > /dev/null'")).rejects.toMatchObject({
      code: '42501',
    });
    await database.end();

    expect(await firstRun.stop('SIGINT')).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);

    chmodSync(join(clone.folder, '.env'), 0o600);
    writeFileSync(join(clone.folder, '.env'), 'HOST=0.0.0.0\nINBOX_DIR=/nowhere\n');
    const secondRun = clone.start(port);
    await secondRun.waitUntilReady();
    expect(clone.readState()).toMatchObject({ models: 'off' });
    expect(secondRun.output).not.toContain('chmod');
    expect((await fetch(`http://127.0.0.2:${port}/`)).status).toBe(200);
    const { stderr } = spawnSync(process.execPath, ['scripts/token.mjs'], { cwd: clone.folder, encoding: 'utf8' });
    expect(stderr.trim()).toMatch(/^Usage: --name NAME .* deletes one\.$/);
    await secondRun.waitForOutput('admin@ringwell.local');
    expect(secondRun.output).not.toContain(`password`);
    await secondRun.waitForOutput('npm run models -- install parakeet');
    expect(secondRun.output).not.toContain('publishers');
    await secondRun.waitForOutput(
      'worker: inbox: pass failed: /nowhere does not exist. Create it, or mount the share.',
    );
    expect(readFileSync(join(clone.folder, '.data/secrets.json'), 'utf8')).toBe(secrets);
  });
});
