import { readFile } from 'node:fs/promises';

import { rows } from '@ringwell/database/postgres/sql';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { makeAccount } from '@ringwell/testing/make-account';
import { samplePath } from '@ringwell/testing/make-audio';
import { SessionClient } from '@ringwell/testing/session-client';
import { TestSystem } from '@ringwell/testing/test-system';

interface DemoAnswer {
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
  let system: TestSystem;

  beforeAll(async () => {
    system = await TestSystem.start();
  });
  afterAll(() => system.stop());

  it('returns the analysis and counts, without billing or sending anything, whatever the settings', async () => {
    const { dataSource } = system.database;
    const { user } = await makeAccount(dataSource, {
      user: { passwordHash: await hashPassword('let me try it') },
      account: { status: 'demo', activatedAt: null },
      settings: {
        active: false,
        usageLimitEnabled: true,
        monthlyMinuteLimit: 0,
        emailEnabled: true,
        emailAddress: ['dana@example.com'],
        emailPositiveSentiment: true,
      },
    });
    const signedIn = await new SessionClient(system.url, '').post('/api/login', {
      email: user.email,
      password: 'let me try it',
    });
    const client = new SessionClient(
      system.url,
      signedIn.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    );
    const form = new FormData();
    form.set(
      'audio',
      new Blob([new Uint8Array(await readFile(samplePath('positive.wav')))], { type: 'audio/wav' }),
      'positive.wav',
    );

    const { status, body } = await client.post<DemoAnswer>('/api/demo/upload', form);

    expect(status).toBe(200);
    const { analysis, content } = body.result;
    expect(analysis).toMatchObject({ sentiment: 'positive', duration: expect.closeTo(40, -1) as number });
    expect(analysis.transcript).toMatch(/^(Agent|Customer): /);
    expect(analysis.summary.length).toBeGreaterThan(20);
    expect(analysis.keyPoints.length).toBeGreaterThan(0);
    expect(analysis.confidence).toBeGreaterThan(0.3);
    expect(analysis.processingTime).toBeGreaterThan(0);
    expect(content).toContain(`Customer Happiness: Positive\n\n${analysis.summary}`);
    expect((await client.get(`/api/demo/jobs/${body.jobId}`)).body).toMatchObject({
      state: 'completed',
      progress: 'finished',
      result: body.result,
    });
    expect((await client.get('/api/my/demo-usage')).body).toEqual({ count: 1, limit: 5, remaining: 4 });
    for (const table of ['usage_records', 'usage_daily', 'deliveries']) {
      expect(await rows(dataSource.manager, `select 1 from ${table} where account_id = $1`, [user.id])).toEqual([]);
    }
  });
});
