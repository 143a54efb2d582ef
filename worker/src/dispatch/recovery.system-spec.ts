import { expectNothingLost, RecoveringSystem } from './testing/recovering-system';

const recoveringSystem = new RecoveringSystem();
beforeAll(() => recoveringSystem.prepare());
afterEach(() => recoveringSystem.stop());
afterAll(() => recoveringSystem.close());

describe('a stopped worker', () => {
  it('hands its call to another worker after SIGKILL, without repeating finished steps', async () => {
    const { system, firstWorker, account, id } = await recoveringSystem.startDuringAnalysis();
    const transcriptionCount = recoveringSystem.provider.requests.length;
    await firstWorker.kill();
    await system.startWorker();
    await expectNothingLost(system, account, [id]);
    expect(recoveringSystem.provider.requests).toHaveLength(transcriptionCount);
    expect(await system.fetchCall(account, id)).toMatchObject({ attempts: 2 });
  });

  it('releases its call immediately after SIGTERM, without counting the attempt', async () => {
    const { system, firstWorker, account, id } = await recoveringSystem.startDuringAnalysis();
    expect(await firstWorker.stop('SIGTERM')).toBe(0);
    expect(await system.fetchCall(account, id)).toMatchObject({ state: 'queued', attempts: 0 });
    await system.startWorker();
    await expectNothingLost(system, account, [id]);
    expect(await system.fetchCall(account, id)).toMatchObject({ attempts: 1 });
  });
});
