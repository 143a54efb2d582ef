import { FakeS3Server } from '@ringwell/testing/fake-s3-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

describe('a system with recordings in an S3 bucket', () => {
  const s3 = new FakeS3Server();
  const provider = new FakeTranscriptionServer();
  const system = useTestSystem([s3, provider], {
    env: () => ({
      TRANSCRIPTION_BASE_URL: provider.baseUrl,
      ...s3.settings,
    }),
  });

  it('accepts and completes a call', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submit(account, 'samples/negative.m4a');
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'completed',
      durationSeconds: expect.closeTo(45.7, 0) as number,
    });
    expect([...s3.objects.keys()]).toContain(`recordings/${account.account.id}/${id}`);
  });

  it('keeps calls queued while the bucket is unavailable, then runs them', async () => {
    await Promise.all(system.workers.splice(0).map((worker) => worker.stop()));
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    s3.intercept = () => Promise.resolve({ status: 503, code: 'SlowDown' });
    const worker = await system.startWorker();
    await worker.waitForLog('storage: unreachable');
    expect(await system.fetchCall(account, id)).toMatchObject({ state: 'queued', attempts: 0, error: null });
    s3.intercept = () => Promise.resolve(undefined);
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
  });
});
