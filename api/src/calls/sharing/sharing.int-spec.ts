import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { makeWav } from '@ringwell/testing/intake-client';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { SharedCallDto } from './shared-call.dto';
import type { NewSharedLinkDto, SharedLinkDto } from './shared-link.dto';

const FOUR_SECONDS = makeWav(44 + 4 * 16_000);

describe('Links to calls', () => {
  const {
    api,
    database,
    account,
    user,
    client: owner,
  } = useSignedInOwner({
    account: { company: 'Cedar Creek' },
    settings: { timeZone: 'America/New_York' },
  });
  const makeVisitor = (): SessionClient => new SessionClient(api.url, '');

  async function makeSharedCall(analysis: Partial<CallAnalysis> = {}): Promise<Call> {
    const recordingKey = `recordings/${account.id}/${randomUUID()}`;
    await api.app.get(RecordingStorage, { strict: false }).put(recordingKey, Readable.from([FOUR_SECONDS]));
    return database.makeCompletedCall(account.id, {
      call: {
        recordingKey,
        recordingType: 'audio/wav',
        direction: 'inbound',
        customerName: 'Dana Reyes',
        fromNumber: '+15551234567',
        occurredAt: new Date('2026-03-31T14:05:00Z'),
      },
      analysis,
    });
  }

  async function createLink(callId: string, body: object = { scope: 'whole', days: 7 }): Promise<NewSharedLinkDto> {
    const response = await owner.post<NewSharedLinkDto>(`/api/calls/${callId}/shares`, body);
    expect(response.status).toBe(201);
    return response.body;
  }

  const getToken = ({ url }: NewSharedLinkDto): string => url.split('/').at(-1) ?? '';
  const apiPath = (link: NewSharedLinkDto): string => `/api/shared/${getToken(link)}`;
  const openLink = <T = SharedCallDto>(link: NewSharedLinkDto): Promise<ClientResponse<T>> =>
    makeVisitor().get<T>(apiPath(link));
  const listLinks = async (callId: string): Promise<SharedLinkDto[]> =>
    (await owner.get<SharedLinkDto[]>(`/api/calls/${callId}/shares`)).body;

  it('show a summary without the number, transcript or recording', async () => {
    const { id } = await makeSharedCall();
    const link = await createLink(id, { scope: 'summary', days: 1 });
    const { status, headers, body } = await openLink(link);
    expect([status, headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual(
      [200, 'no-store', 'no-referrer', 'noindex, nofollow'],
    );
    expect(body).toEqual({
      scope: 'summary',
      sharedBy: 'Cedar Creek',
      expiresAt: link.expiresAt,
      timeZone: 'America/New_York',
      startedAt: '2026-03-31T14:05:00.000Z',
      durationSeconds: 40.6,
      customerName: 'Dana Reyes',
      phone: null,
      direction: 'inbound',
      result: {
        label: 'positive',
        reviewReason: null,
        topic: null,
        quotes: ['Thank you so much'],
        summary: 'The heater works again. The customer is pleased.',
        keyPoints: ['Heater repaired'],
        followUp: null,
      },
      transcript: null,
      hasAudio: false,
    });
    expect((await makeVisitor().get(`${apiPath(link)}/audio`)).status).toBe(404);
  });

  it('show a clip with only its part of the recording and its words', async () => {
    const { id } = await makeSharedCall();
    const link = await createLink(id, { scope: 'clip', days: 7, fromSeconds: 1, toSeconds: 3 });
    expect((await openLink(link)).body).toMatchObject({
      durationSeconds: 2,
      customerName: null,
      phone: null,
      direction: null,
      result: null,
      transcript: { segments: [{ speaker: 'customer', startMs: 0, text: 'Thank you so much.' }] },
      hasAudio: true,
    });
    // This clip starts in the middle of the line and doesn't contain its first words.
    const laterLink = await createLink(id, { scope: 'clip', days: 7, fromSeconds: 2, toSeconds: 3 });
    expect((await openLink(laterLink)).body).toMatchObject({ transcript: { segments: [] } });
    const clipResponse = await fetch(`${api.url}${apiPath(link)}/audio`);
    const bytes = (await clipResponse.arrayBuffer()).byteLength;
    expect([
      clipResponse.status,
      clipResponse.headers.get('content-type'),
      clipResponse.headers.get('cache-control'),
    ]).toEqual([200, 'audio/mpeg', 'no-store']);
    expect(bytes).toBeGreaterThan(2 * 7_000); // two of the call's four seconds, at 64 kbit/s
    expect(bytes).toBeLessThan(3 * 8_000);
    const partialResponse = await fetch(`${api.url}${apiPath(link)}/audio`, { headers: { range: 'bytes=0-9' } });
    expect([
      partialResponse.status,
      partialResponse.headers.get('content-range'),
      (await partialResponse.arrayBuffer()).byteLength,
    ]).toEqual([206, `bytes 0-9/${bytes}`, 10]);
  });

  it("don't share an unredacted recording or a clip cut before redaction", async () => {
    const { id } = await makeSharedCall();
    const [clipLink, callLink] = [
      await createLink(id, { scope: 'clip', days: 7, fromSeconds: 1, toSeconds: 3 }),
      await createLink(id),
    ];
    const originalClip = Buffer.from(await (await fetch(`${api.url}${apiPath(clipLink)}/audio`)).arrayBuffer());
    await database.manager.update(Call, { id }, { audioRedaction: 'pending' });
    for (const link of [clipLink, callLink]) {
      expect((await openLink(link)).body).toMatchObject({ hasAudio: false });
      expect((await fetch(`${api.url}${apiPath(link)}/audio`)).status).toBe(409);
    }
    expect(
      await owner.post(`/api/calls/${id}/shares`, { scope: 'clip', days: 7, fromSeconds: 1, toSeconds: 3 }),
    ).toMatchObject(problem(409, 'RECORDING_WITHHELD'));
    const { recordingKey } = await database.manager.findOneByOrFail(Call, { id });
    const storage = api.app.get(RecordingStorage, { strict: false });
    await storage.put(recordingKey ?? '', Readable.from([Buffer.from(FOUR_SECONDS).fill(90, 44)]));
    await database.manager.update(Call, { id }, { audioRedaction: 'done', recordingSha256: 'c'.repeat(64) });
    const redactedClip = Buffer.from(await (await fetch(`${api.url}${apiPath(clipLink)}/audio`)).arrayBuffer());
    expect(redactedClip.length).toBeGreaterThan(0);
    expect(redactedClip).not.toEqual(originalClip);
  });

  it('show a whole call with its number, transcript and recording', async () => {
    const { id } = await makeSharedCall();
    const link = await createLink(id);
    expect((await openLink(link)).body).toMatchObject({
      phone: '+15551234567',
      result: { label: 'positive' },
      transcript: {
        isUnreliable: false,
        speakersGuessed: false,
        segments: [{ speaker: 'agent' }, { speaker: 'customer', startMs: 1_000 }],
      },
      hasAudio: true,
    });
    const audioResponse = await fetch(`${api.url}${apiPath(link)}/audio`, { headers: { range: 'bytes=0-43' } });
    expect([
      audioResponse.status,
      audioResponse.headers.get('content-type'),
      audioResponse.headers.get('cache-control'),
    ]).toEqual([206, 'audio/wav', 'no-store']);
  });

  it('never show a guess as the label', async () => {
    const { id } = await makeSharedCall({ needsReview: true, reviewReason: 'low_confidence' });
    const { body } = await openLink(await createLink(id));
    expect(body.result).toMatchObject({ label: 'needs_review', reviewReason: 'low_confidence', quotes: [] });
    expect(JSON.stringify(body)).not.toMatch(/"positive"/);
  });

  it("only store the token's hash, and never show ids or the account", async () => {
    const { id } = await makeSharedCall();
    const link = await createLink(id);
    expect(getToken(link)).toMatch(/^[\w-]{43}$/);
    const storedLink: unknown = await database.query('select * from shared_links where id = $1', [link.id]);
    expect(JSON.stringify(storedLink)).not.toContain(getToken(link));
    expect(JSON.stringify(await listLinks(id))).not.toContain(getToken(link));
    const responseJson = JSON.stringify((await openLink(link)).body);
    for (const secret of [id, account.id, user.id, link.id, '@example.com', 'pocketsphinx'])
      expect(responseJson).not.toContain(secret);
  });

  it('only count page views', async () => {
    const { id } = await makeSharedCall();
    const link = await createLink(id);
    await openLink(link);
    expect(await listLinks(id)).toMatchObject([{ openings: 0, firstOpenedAt: null }]);
    for (const _ of [1, 2]) expect((await makeVisitor().post(`${apiPath(link)}/opened`)).status).toBe(204);
    const [openedLink] = await listLinks(id);
    expect(openedLink).toMatchObject({ openings: 2, firstOpenedAt: expect.any(String) as string });
    expect(Date.parse(openedLink?.lastOpenedAt ?? '')).toBeGreaterThan(Date.parse(openedLink?.firstOpenedAt ?? ''));
  });

  it.each<[string, (link: NewSharedLinkDto, callId: string) => Promise<unknown>]>([
    ['revoked', (link, callId) => owner.send('DELETE', `/api/calls/${callId}/shares/${link.id}`)],
    ['expired', ({ id }) => query("update shared_links set expires_at = now() - interval '1 s' where id = $1", id)],
    ['from a demo account', () => query("update accounts set status = 'demo' where id = $1", account.id)],
    ['from a disabled account', () => query('update accounts set is_active = false where id = $1', account.id)],
    ['for a deleted call', (_, callId) => query('delete from calls where id = $1', callId)],
    ['from a deleted account', () => query('delete from accounts where id = $1', account.id)],
  ])('get the same response when unknown or %s', async (reason, endLink) => {
    const { id } = await makeSharedCall();
    const link = await createLink(id);
    const clipLink = await createLink(id, { scope: 'clip', days: 1, fromSeconds: 0, toSeconds: 1 });
    await fetch(`${api.url}${apiPath(clipLink)}/audio`); // caches the clip
    await endLink(link, id);
    const unknownResponse = await makeVisitor().get('/api/shared/unknown');
    expect(unknownResponse).toMatchObject(problem(404, 'SHARED_LINK_INVALID'));
    for (const response of [
      await openLink<ProblemBody>(link),
      await makeVisitor().get(`${apiPath(link)}/audio`),
      await makeVisitor().post(`${apiPath(link)}/opened`),
      ...(reason.startsWith('revoked') || reason === 'expired'
        ? []
        : [await makeVisitor().get(`${apiPath(clipLink)}/audio`)]),
    ])
      expect([response.status, response.body.message]).toEqual([404, unknownResponse.body.message]);
  });

  const query = (statement: string, id: string): Promise<unknown> => database.query(statement, [id]);

  it('disappear from the list when revoked, and are recorded in the activity log', async () => {
    const { id } = await makeSharedCall();
    const link = await createLink(id);
    expect((await owner.send('DELETE', `/api/calls/${id}/shares/${link.id}`)).status).toBe(204);
    expect(await listLinks(id)).toEqual([]);
    expect((await owner.send('DELETE', `/api/calls/${id}/shares/${link.id}`)).body.code).toBe('SHARE_NOT_FOUND');
    expect(
      await query(
        "select action, metadata->>'scope' as scope from activity_logs where user_id = $1 order by created_at",
        user.id,
      ),
    ).toEqual([
      { action: 'Link created', scope: 'whole' },
      { action: 'Link revoked', scope: null },
    ]);
  });

  it('are not found in another account', async () => {
    const { id } = await makeSharedCall();
    const link = await createLink(id);
    const { account, user } = await database.makeAccount({ user: { role: 'admin' } });
    const stranger = await api.signIn(user);
    const strangerCall = await database.makeCompletedCall(account.id);
    for (const [method, path] of [
      ['GET', `/api/calls/${id}/shares`],
      ['POST', `/api/calls/${id}/shares`],
      ['DELETE', `/api/calls/${id}/shares/${link.id}`],
      ['DELETE', `/api/calls/${strangerCall.id}/shares/${link.id}`],
    ] as const)
      expect(
        (await stranger.send(method, path, method === 'POST' ? { scope: 'whole', days: 1 } : undefined)).status,
      ).toBe(404);
    expect((await openLink(link)).status).toBe(200);
  });

  it.each([
    [{ scope: 'all', days: 7 }, 400],
    [{ scope: 'summary', days: 2 }, 400],
    [{ scope: 'clip', days: 7 }, 400],
    [{ scope: 'clip', days: 7, fromSeconds: null, toSeconds: 3 }, 400],
    [{ scope: 'clip', days: 7, fromSeconds: 3, toSeconds: 3 }, 400],
    [{ scope: 'clip', days: 7, fromSeconds: 3.0001, toSeconds: 3.0002 }, 400],
    [{ scope: 'clip', days: 7, fromSeconds: 0, toSeconds: 301 }, 400],
    [{ scope: 'clip', days: 7, fromSeconds: 41, toSeconds: 50 }, 400],
  ])('are not created from %j', async (body, status) => {
    const { id } = await makeSharedCall();
    expect((await owner.post(`/api/calls/${id}/shares`, body)).status).toBe(status);
    expect(await listLinks(id)).toEqual([]);
  });

  it('are not created for a call that is being deleted', async () => {
    const { id } = await makeSharedCall();
    const response = await database.whileLocked(
      (manager) => new ErasuresRepository(manager).deleteCall(account.id, id, user.id),
      [],
      () => owner.post(`/api/calls/${id}/shares`, { scope: 'whole', days: 7 }),
    );
    expect(response).toMatchObject(problem(404, 'CALL_NOT_FOUND'));
  });

  it('are not created for a call without a result, or for a clip without a recording', async () => {
    const { id } = await database.makeCall(account.id);
    expect(await owner.post(`/api/calls/${id}/shares`, { scope: 'summary', days: 1 })).toMatchObject(
      problem(409, 'NOTHING_TO_SHARE'),
    );
    const unrecordedCall = await database.makeCompletedCall(account.id, { call: { recordingKey: null } });
    expect(
      (
        await owner.post(`/api/calls/${unrecordedCall.id}/shares`, {
          scope: 'clip',
          days: 1,
          fromSeconds: 0,
          toSeconds: 2,
        })
      ).status,
    ).toBe(409);
  });
});
