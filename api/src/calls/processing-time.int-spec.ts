import { addLiveWorker } from '@ringwell/testing/add-live-worker';
import { makeAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

describe('GET /api/my/processing-time', () => {
  const { api, database } = useTestApi();

  it("depends on the live workers' recognizers", async () => {
    const { user } = await makeAccount(database.dataSource);
    const client = await SessionClient.signIn(api, database.dataSource, user.id);
    const addWorker = (transcription: string): Promise<string> =>
      addLiveWorker(database.dataSource, { engines: { transcription } });
    const fetchProcessingTime = async (): Promise<unknown> => (await client.get('/api/my/processing-time')).body;

    expect(await fetchProcessingTime()).toEqual({ usualMinutes: null });
    await addWorker('deepgram');
    expect(await fetchProcessingTime()).toEqual({ usualMinutes: 1 });
    await addWorker('pocketsphinx');
    expect(await fetchProcessingTime()).toEqual({ usualMinutes: 2 });
    await database.dataSource.query(`update workers set last_seen_at = now() - interval '1 minute'`);
    expect(await fetchProcessingTime()).toEqual({ usualMinutes: null });
  });
});
