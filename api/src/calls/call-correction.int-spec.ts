import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { CallCorrection } from '@ringwell/database/calls/call-correction.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { UsageRecord } from '@ringwell/database/calls/usage.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { problem, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from './dto/call-summary.dto';
import type { FullCallDto } from './dto/full-call.dto';

describe("A correction to a call's label", () => {
  const { api, database, owner, client } = useSignedInOwner({
    user: { firstName: 'Dana', lastName: 'Reyes' },
    settings: { timeZone: 'America/New_York', sealedWebhookUrl: 'sealed' },
  });
  let call: Call;

  beforeEach(async () => {
    call = await database.makeCompletedCall(owner.account.id, { analysis: { sentiment: 'negative' } });
  });

  const correct = <T = FullCallDto>(body: object, session = client, id = call.id): Promise<ClientResponse<T>> =>
    session.send<T>('PUT', `/api/calls/${id}/correction`, body);
  const undo = <T = FullCallDto>(query = '', session = client): Promise<ClientResponse<T>> =>
    session.send<T>('DELETE', `/api/calls/${call.id}/correction${query}`);
  const listCalls = async (query: string): Promise<CallPageDto['items']> =>
    (await client.get<CallPageDto>(`/api/calls?${query}`)).body.items;
  const listDeliveries = (): Promise<Delivery[]> =>
    database.manager.find(Delivery, { where: { callId: call.id }, order: { createdAt: 'ASC' } });

  it('changes the label in details, lists, filters and the export, and keeps the original', async () => {
    const { status, body } = await correct({ sentiment: 'neutral', why: ' Only an invoice. ' });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ sentiment: 'neutral', label: 'Neutral', needsReview: false, confidence: 0.93 });
    expect(body.correction).toEqual({
      sentiment: 'neutral',
      label: 'Neutral',
      why: 'Only an invoice.',
      correctedBy: 'Dana Reyes',
      correctedAt: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/) as string,
      original: { sentiment: 'negative', needsReview: false, reviewReason: null, label: 'Negative', confidence: 0.93 },
    });
    expect(await listCalls('sentiment=negative')).toEqual([]);
    expect(await listCalls('sentiment=neutral')).toMatchObject([{ id: call.id, correction: body.correction }]);
    const table = (await client.get<string>('/api/calls/export.csv')).body.split('\r\n');
    expect(table[0]).toMatch(/,Corrected From,Booked,Confirmed,Job,Job Total,Asked to Book,Reached,Call ID$/);
    expect(table[1]).toMatch(/,Neutral,.+,no,,Not sorted,Negative,,,,,,,[-0-9a-f]{36}$/);
  });

  it('resolves a call that needs a listen, even if the label confirms the guess', async () => {
    call = await database.makeCompletedCall(owner.account.id, {
      analysis: { sentiment: 'negative', needsReview: true, reviewReason: 'low_confidence' },
    });
    const { body } = await correct({ sentiment: 'negative' });
    expect(body.result).toMatchObject({ label: 'Negative', needsReview: false, reviewReason: null });
    expect(body.correction).toMatchObject({ why: null, original: { label: 'Needs a listen', needsReview: true } });
    expect(await listCalls('sentiment=needs_review')).toEqual([]);
    expect((await undo()).body.result).toMatchObject({ needsReview: true, reviewReason: 'low_confidence' });
  });

  it('can be undone, and both changes are logged', async () => {
    await correct({ sentiment: 'neutral' });
    const { status, body } = await undo();
    expect([status, body.result?.label, body.correction]).toEqual([200, 'Negative', null]);
    expect(await listCalls('sentiment=negative')).toMatchObject([{ id: call.id, correction: null }]);
    expect((await undo()).status).toBe(200);
    const entries = await database.manager.find(ActivityLog, {
      where: { userId: owner.user.id },
      order: { createdAt: 'ASC' },
    });
    expect(entries).toMatchObject([
      { action: 'Label corrected', metadata: { callId: call.id, from: 'Negative', to: 'Neutral' } },
      { action: 'Label correction undone', metadata: { callId: call.id, from: 'Neutral', to: 'Negative' } },
    ]);
  });

  it("closes the call's follow-up, which an undo reopens", async () => {
    const { id, callId } = await database.makeFollowUp(owner.account.id);
    const findFollowUpState = async (): Promise<string> =>
      (await client.get<{ state: string }>(`/api/follow-ups/${id}`)).body.state;
    await client.send('PUT', `/api/calls/${callId}/correction`, { sentiment: 'neutral' });
    expect(await findFollowUpState()).toBe('dismissed');
    await client.send('DELETE', `/api/calls/${callId}/correction`);
    expect(await findFollowUpState()).toBe('open');
    await client.send('PUT', `/api/calls/${call.id}/correction`, { sentiment: 'positive' });
    const reportedEvents: object[] = await database.query(
      `select type from deliveries join follow_up_events event on event.id = follow_up_event_id
       where account_id = $1 order by event.at`,
      [owner.account.id],
    );
    expect(reportedEvents).toEqual([{ type: 'dismissed' }, { type: 'reopened' }]);
  });

  it('does not change usage or alerts', async () => {
    const listUsage = (): Promise<UsageRecord[]> =>
      database.manager.findBy(UsageRecord, { accountId: owner.account.id });
    const originalUsage = await listUsage();
    await correct({ sentiment: 'positive' });
    expect(await listUsage()).toEqual(originalUsage);
    expect((await listDeliveries()).map(({ channel }) => channel)).toEqual(['webhook']);
  });

  it('queues a webhook event for each change', async () => {
    const { body } = await correct({ sentiment: 'neutral' });
    await correct({ sentiment: 'neutral' }); // changes nothing
    await correct({ sentiment: 'positive', replaces: body.correction?.correctedAt });
    await undo();
    expect(await listDeliveries()).toMatchObject(
      Array.from({ length: 3 }, () => ({
        channel: 'webhook',
        event: 'call.corrected',
        runNumber: 1,
        state: 'pending',
      })),
    );
  });

  it("doesn't queue an event without a webhook, for demo calls, or while call processing is turned off", async () => {
    const { id } = await database.makeCompletedCall(owner.account.id, { call: { source: 'demo' } });
    await correct({ sentiment: 'neutral' }, client, id);
    const accountId = owner.account.id;
    await database.manager.update(AccountSettings, { accountId }, { active: false });
    await correct({ sentiment: 'neutral' });
    await database.manager.update(AccountSettings, { accountId }, { active: true, sealedWebhookUrl: null });
    await undo();
    expect(await database.manager.countBy(Delivery, { accountId })).toBe(0);
  });

  it('is rejected with an error that names the user who corrected the call first', async () => {
    const secondClient = await api.signIn(await database.makeMember(owner, 'member'));
    const responses = await Promise.all([
      correct<FullCallDto & ProblemBody>({ sentiment: 'neutral' }),
      correct<FullCallDto & ProblemBody>({ sentiment: 'positive' }, secondClient),
    ]);
    const rejectedResponses = responses.filter(({ status }) => status === 409);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(rejectedResponses[0]?.body.code).toBe('LABEL_CORRECTED');
    expect(rejectedResponses[0]?.body.message).toMatch(
      /^(Dana Reyes corrected this call to Neutral|Paul Ruiz corrected this call to Positive) on .+ E[DS]T\./,
    );
  });

  it('can only be replaced by a user who has seen it', async () => {
    const firstCorrectedAt = (await correct({ sentiment: 'neutral' })).body.correction?.correctedAt ?? '';
    expect((await correct({ sentiment: 'neutral' })).status).toBe(200);
    expect(await correct({ sentiment: 'positive' })).toMatchObject(problem(409, 'LABEL_CORRECTED'));
    const { status, body } = await correct({ sentiment: 'positive', replaces: firstCorrectedAt });
    expect([status, body.correction?.original.label]).toEqual([200, 'Negative']);
    expect((await undo(`?replaces=${firstCorrectedAt}`)).status).toBe(409);
    expect((await undo('?replaces=')).status).toBe(400);
    expect((await undo(`?replaces=${body.correction?.correctedAt}`)).status).toBe(200);
    expect((await correct({ sentiment: 'positive', replaces: firstCorrectedAt })).status).toBe(409);
  });

  it.each([
    [{}, 'VALIDATION_FAILED'],
    [{ sentiment: 'angry' }, 'VALIDATION_FAILED'],
    [{ sentiment: 'neutral', why: 'x'.repeat(501) }, 'VALIDATION_FAILED'],
    [{ sentiment: 'neutral', replaces: 'yesterday' }, 'VALIDATION_FAILED'],
    [{ sentiment: 'neutral', label: 'Neutral' }, 'VALIDATION_FAILED'],
    [{ sentiment: 'negative' }, 'NOTHING_TO_CHANGE'],
  ])('is rejected if it is %j', async (body, code) => {
    expect(await correct(body)).toMatchObject({ status: 400, body: { code } });
    expect(await database.manager.countBy(CallCorrection, { callId: call.id })).toBe(0);
  });

  it("is rejected for a call without a label, and for another account's call", async () => {
    const newCall = await database.makeCall(owner.account.id);
    expect(await correct({ sentiment: 'neutral' }, client, newCall.id)).toMatchObject({ body: { code: 'NO_LABEL' } });
    const stranger = await database.makeAccount();
    const strangerClient = await api.signIn(stranger.user);
    expect(await correct({ sentiment: 'neutral' }, strangerClient)).toMatchObject({ status: 404 });
    expect(await undo('', strangerClient)).toMatchObject({ status: 404 });
  });

  it('is accepted from tokens, but not from viewers', async () => {
    const viewerClient = await api.signIn(await database.makeMember(owner, 'viewer'));
    expect(await correct({ sentiment: 'neutral' }, viewerClient)).toMatchObject({ status: 403 });
    const { status } = await client.send(
      'PUT',
      `/api/calls/${call.id}/correction`,
      { sentiment: 'neutral' },
      { cookie: '', origin: '', authorization: `Bearer ${owner.token}` },
    );
    expect(status).toBe(200);
    const analysis = await database.manager.findOneByOrFail(CallAnalysis, { callId: call.id });
    expect(analysis.sentiment).toBe('neutral');
  });
});
