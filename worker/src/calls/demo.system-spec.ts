import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Account } from '@ringwell/database/accounts/account.entity';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { rows } from '@ringwell/database/postgres/sql';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { createDemoForm } from '@ringwell/testing/demo-form';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { makeSound, samplePath } from '@ringwell/testing/make-audio';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const SPOKEN_TEXT =
  'Thank you so much, the technician was wonderful. I am really happy with the work and will recommend you to everyone.';

interface DemoResponse {
  message: string;
  jobId: string;
  result: {
    analysis: {
      duration: number;
      sentiment: string;
      transcript: string;
      summary: string;
      keyPoints: string[];
      confidence: number;
      processingTime: number;
    };
    content: string;
  };
}

describe('demo upload', () => {
  const directory = temporaryDirectory();
  const provider = new FakeTranscriptionServer();
  const system = useTestSystem([provider], {
    env: () => ({ TRANSCRIPTION_BASE_URL: provider.baseUrl, DEMO_MAX_MINUTES: '1' }),
  });

  beforeAll(() => {
    provider.respondWithText(SPOKEN_TEXT);
  });

  async function createDemoUser(
    settings: Partial<AccountSettings> = {},
  ): Promise<{ account: Account; client: SessionClient }> {
    const { account, user } = await system.database.makeAccount({
      user: { passwordHash: await hashPassword('let me try it') },
      account: { status: 'demo', activatedAt: null },
      settings,
    });
    const response = await new SessionClient(system.url, '').post('/api/login', {
      email: user.email,
      password: 'let me try it',
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    return { account, client: new SessionClient(system.url, cookies.join('; ')) };
  }

  const listRecordings = async (): Promise<string[]> => {
    const entries = await readdir(system.storageDir, { recursive: true, withFileTypes: true });
    // The API and the worker check their storage with temporary files.
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.temporary'))
      .map(({ name }) => name);
  };

  it('returns the analysis and counts the demo, but never bills or sends anything, whatever the settings', async () => {
    const { database } = system;
    const { account, client } = await createDemoUser({
      active: false,
      usageLimitEnabled: true,
      monthlyMinuteLimit: 0,
      emailEnabled: true,
      emailAddress: ['dana@example.com'],
      emailPositiveSentiment: true,
    });

    const { status, body } = await client.post<DemoResponse>(
      '/api/demo/upload',
      createDemoForm(await readFile(samplePath('positive.wav'))),
    );

    expect(status).toBe(200);
    const { analysis, content } = body.result;
    expect(analysis).toMatchObject({ sentiment: 'positive', duration: expect.closeTo(40, -1) as number });
    expect(analysis.transcript).toMatch(/^(Agent|Customer): /);
    expect(analysis.keyPoints).toEqual([]);
    expect(analysis.confidence).toBeGreaterThan(0.3);
    expect(analysis.processingTime).toBeGreaterThan(0);
    expect(content).toMatch(/^Call From: .*\nCustomer Happiness: Positive/);
    expect((await client.get(`/api/demo/jobs/${body.jobId}`)).body).toMatchObject({
      state: 'completed',
      progress: 'finished',
      result: body.result,
    });
    expect((await client.get('/api/my/demo-usage')).body).toEqual({
      count: 1,
      limit: 5,
      remaining: 4,
      maxMinutes: 1,
    });
    for (const table of ['usage_records', 'usage_daily', 'deliveries']) {
      expect(await database.query(`select 1 from ${table} where account_id = $1`, [account.id])).toEqual([]);
    }
  });

  it('rejects a recording that is too long for a demo, deletes it, and counts the upload', async () => {
    const { client } = await createDemoUser();
    const recordingsBefore = await listRecordings();
    const longRecording = await makeSound(join(directory, 'too-long.wav'), 'sine=f=440', 65);
    expect(await client.post('/api/demo/upload', createDemoForm(await readFile(longRecording)))).toMatchObject(
      problem(422, 'DEMO_TOO_LONG', { message: 'Demo recordings can be up to 1 minute long. Upload a shorter one.' }),
    );
    expect((await client.get('/api/my/demo-usage')).body).toMatchObject({ count: 1, remaining: 4 });
    const { manager } = system.database;
    const keptSql = `select 1 from calls where error_code = 'DEMO_TOO_LONG' and recording_key is not null`;
    while ((await rows(manager, keptSql)).length > 0) await sleep(100);
    expect(await listRecordings()).toEqual(recordingsBefore);
  });
});
