import { USERS_PATH, useUserAdministration } from '@ringwell/testing/use-user-administration';

describe("A user's account", () => {
  const suite = useUserAdministration();

  it('shows administrators its latest errors', async () => {
    const { client, database, target } = suite;
    const path = `${USERS_PATH}/${target.user.id}/errors`;
    expect(await client.get(path)).toMatchObject({ status: 200, body: [] });
    const finishedAt = new Date('2026-03-31T14:05:00Z');
    const { id } = await database.makeCall(target.account.id, {
      state: 'failed',
      errorCode: 'AUDIO_BROKEN',
      errorMessage: 'The recording cannot be read.',
      finishedAt,
    });
    await database.makeDelivery(target.account.id, {
      callId: id,
      state: 'dead',
      errorCode: 'SLACK_TOKEN_REVOKED',
      errorMessage: 'Slack rejected the bot token.',
    });
    const anyTime = expect.any(String) as string;
    expect((await client.get(path)).body).toEqual([
      {
        at: anyTime,
        kind: 'message',
        channel: 'slack',
        code: 'SLACK_TOKEN_REVOKED',
        message: 'Slack rejected the bot token.',
        callId: id,
      },
      {
        at: finishedAt.toISOString(),
        kind: 'call',
        channel: null,
        code: 'AUDIO_BROKEN',
        message: 'The recording cannot be read.',
        callId: id,
      },
    ]);
  });

  it('shows errors from calls without an end time, sorted by when the calls were received', async () => {
    const { client, database, target } = suite;
    const call = await database.makeCall(target.account.id, { state: 'failed', finishedAt: null });
    const { body } = await client.get<{ at: string; callId: string }[]>(`${USERS_PATH}/${target.user.id}/errors`);
    expect(body).toMatchObject([{ at: call.createdAt.toISOString(), callId: call.id }]);
  });

  it('shows an old call that has just failed again before newer calls that failed earlier', async () => {
    const { client, database, target } = suite;
    const makeFailedCall = (createdAt: Date, finishedAt: Date): Promise<{ id: string }> =>
      database.makeCall(target.account.id, { state: 'failed', createdAt, finishedAt });
    const { id } = await makeFailedCall(new Date('2026-03-01'), new Date('2026-05-01'));
    for (let calls = 0; calls < 10; calls += 1) await makeFailedCall(new Date('2026-04-01'), new Date('2026-04-01'));
    const { body } = await client.get<{ callId: string }[]>(`${USERS_PATH}/${target.user.id}/errors`);
    expect([body[0]?.callId, body.length]).toEqual([id, 10]);
  });

  it('shows administrators its connections', async () => {
    const { client, target } = suite;
    expect((await client.get(`${USERS_PATH}/${target.user.id}/connections`)).body).toEqual(
      (await (await suite.api.signIn(target.user)).get('/api/my/connections')).body,
    );
  });

  it('is not found for an unknown user', async () => {
    for (const part of ['errors', 'connections'])
      expect((await suite.client.get(`${USERS_PATH}/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21/${part}`)).status).toBe(404);
  });
});
