import { useTestApi } from '@ringwell/testing/start-api';

describe('GET /api/my/processing-time', () => {
  const { api, database } = useTestApi();

  it("depends on the live workers' recognizers", async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    const addWorker = (transcription: string): Promise<string> =>
      database.addLiveWorker({ engines: { transcription } });
    const fetchProcessingTime = async (): Promise<unknown> => (await client.get('/api/my/processing-time')).body;

    expect(await fetchProcessingTime()).toEqual({ usualMinutes: null });
    await addWorker('deepgram');
    expect(await fetchProcessingTime()).toEqual({ usualMinutes: 1 });
    await addWorker('pocketsphinx');
    expect(await fetchProcessingTime()).toEqual({ usualMinutes: 2 });
    await database.query(`update workers set last_seen_at = now() - interval '1 minute'`);
    expect(await fetchProcessingTime()).toEqual({ usualMinutes: null });
  });
});
