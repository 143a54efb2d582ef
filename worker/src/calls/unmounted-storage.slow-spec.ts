import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { row } from '@ringwell/database/postgres/sql';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

describe('a worker without the mounted recordings folder', () => {
  const directory = temporaryDirectory();
  const provider = new FakeTranscriptionServer();
  const system = useTestSystem([provider], { workers: 0, env: () => ({ TRANSCRIPTION_BASE_URL: provider.baseUrl }) });

  const fetchReadiness = async (): Promise<unknown> => (await fetch(`${system.url}/api/health/ready`)).json();
  const countSlots = async (): Promise<number | undefined> => {
    const { manager } = system.database;
    return (await row<{ slots: number }>(manager, 'select sum(slots)::int as slots from workers'))?.slots;
  };

  it('logs that it is not accepting calls until the folder is mounted', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    const mountPoint = join(directory, 'recordings');
    await mkdir(mountPoint);
    const worker = await system.startWorker({ STORAGE_DIR: mountPoint });
    expect(await worker.waitForLog('storage: unreachable')).toContain('its volume may not be mounted');
    while ((await countSlots()) !== 0) await sleep(25);
    expect(await fetchReadiness()).toMatchObject({ status: 'degraded', workers: { count: 1, slots: 0 } });
    expect(await system.fetchCall(account, id)).toMatchObject({ state: 'queued', attempts: 0, error: null });

    await rm(mountPoint, { recursive: true });
    await symlink(system.storageDir, mountPoint);
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
    await worker.waitForLog('storage: reachable again');
    expect(await fetchReadiness()).toMatchObject({ status: 'ok' });
    await worker.stop();
  });

  it('leaves calls for another worker after the folder is unmounted', async () => {
    const mountPoint = join(directory, 'copy');
    await cp(system.storageDir, mountPoint, { recursive: true });
    const doomedWorker = await system.startWorker({ STORAGE_DIR: mountPoint, WORKER_SLOTS: '20' });
    await system.startWorker();
    await rm(mountPoint, { recursive: true });
    const account = await system.database.makeAccount();
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => system.submit(account, SHORT_CALL)));
    for (const id of ids) expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed' });
    await doomedWorker.waitForLog('storage: unreachable');
  });
});
