import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import type { ClientResponse, ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { FullCallDto } from '../calls/dto/full-call.dto';
import type { FollowUpDetailsDto } from './dto/follow-up.dto';

const PATH = '/api/follow-ups';

describe('Follow-ups for calls with a wrong label', () => {
  const {
    api,
    database,
    owner: account,
    client: owner,
  } = useSignedInOwner({
    user: { firstName: 'Dana', lastName: 'Reyes' },
    settings: { timeZone: 'America/New_York', sealedWebhookUrl: 'sealed' },
  });

  const addFollowUp = (options: Parameters<typeof makeFollowUp>[2] = {}): ReturnType<typeof makeFollowUp> =>
    database.makeFollowUp(account.account.id, options);
  const change = (
    id: string,
    body: object,
    sender = owner,
  ): Promise<ClientResponse<FollowUpDetailsDto & ProblemBody>> =>
    sender.patch<FollowUpDetailsDto & ProblemBody>(`${PATH}/${id}`, body);
  const dismissAsWrong = (id: string, correctLabel = 'neutral', fields: object = {}): ReturnType<typeof change> =>
    change(id, { action: 'dismiss', correctLabel, ...fields });
  const fetchCall = async (id: string): Promise<FullCallDto> => (await owner.get<FullCallDto>(`/api/calls/${id}`)).body;
  const applyResult = (call: Call): Promise<unknown> =>
    database.unitOfWork.run(({ relabeledCalls }) => relabeledCalls.apply(call));
  const listSentEvents = async (): Promise<(string | null)[]> => {
    const deliveries = await database.query<{ name: string }[]>(
      `select coalesce(deliveries.event, event.type) as name
       from deliveries left join follow_up_events event on event.id = follow_up_event_id
       where deliveries.account_id = $1 order by 1`,
      [account.account.id],
    );
    return deliveries.map(({ name }) => name);
  };
  const getHistory = ({ events }: FollowUpDetailsDto): (string | null)[][] =>
    events.map(({ type, actor, note }) => [type, actor, note]);

  it('are dismissed when the label is corrected, and reopening them reverts both changes', async () => {
    const { id, callId } = await addFollowUp();
    const { status, body } = await dismissAsWrong(id, 'neutral', {
      version: 1,
      why: 'Only an invoice.',
      note: 'Nothing to do.',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'dismissed', outcome: null, label: 'Neutral', version: 3 });
    expect(getHistory(body)).toEqual([
      ['opened', null, null],
      ['corrected', 'Dana Reyes', 'Neutral'],
      ['dismissed', 'Dana Reyes', 'Nothing to do.'],
    ]);
    expect(await fetchCall(callId)).toMatchObject({
      result: { label: 'Neutral' },
      correction: { why: 'Only an invoice.', correctedBy: 'Dana Reyes', original: { label: 'Negative' } },
    });
    expect(await listSentEvents()).toEqual(['call.corrected', 'dismissed']);

    const reopenedResponse = await change(id, { action: 'reopen', version: 3 });
    expect(reopenedResponse.body).toMatchObject({ state: 'open', kind: 'unhappy', label: 'Negative' });
    expect(await fetchCall(callId)).toMatchObject({ result: { label: 'Negative' }, correction: null });
    expect(await listSentEvents()).toEqual(['call.corrected', 'call.corrected', 'dismissed', 'reopened']);
    const actions = await database.manager.findBy(ActivityLog, { accountId: account.account.id });
    expect(actions.map(({ action }) => action)).toEqual(['Label corrected', 'Label correction undone']);
  });

  it("are dismissed and reopened while another of the customer's calls is being deleted", async () => {
    const { id } = await addFollowUp();
    for (const correct of [() => dismissAsWrong(id), () => change(id, { action: 'reopen' })]) {
      const otherCall = await database.makeCompletedCall(account.account.id, {
        call: { direction: 'inbound', fromNumber: '+15551234567', customerKey: 'tel:+15551234567' },
      });
      // Both wait for the lock on the account's totals, and the deletion gets it first.
      const startBoth = async (): Promise<{ status: number }[]> => {
        const deletion = owner.delete(`/api/calls/${otherCall.id}`);
        await database.waitForLocks();
        return Promise.all([deletion, correct()]);
      };
      const responses = await database.whileLocked('select lock_happiness($1)', [account.account.id], startBoth, 2);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it('stay dismissed when the call is processed again', async () => {
    const { id, callId } = await addFollowUp();
    await dismissAsWrong(id);
    await applyResult(await database.manager.findOneByOrFail(Call, { id: callId }));
    expect((await owner.get<FollowUpDetailsDto>(`${PATH}/${id}`)).body).toMatchObject({ state: 'dismissed' });
  });

  it('keep a later correction when they are reopened', async () => {
    const { id, callId } = await addFollowUp();
    await dismissAsWrong(id);
    const { correction } = await fetchCall(callId);
    await owner.send('PUT', `/api/calls/${callId}/correction`, {
      sentiment: 'positive',
      replaces: correction?.correctedAt,
    });
    await change(id, { action: 'reopen' });
    expect(await fetchCall(callId)).toMatchObject({ result: { label: 'Positive' } });
  });

  it('stay open because of a promise in the call', async () => {
    const { id, callId } = await addFollowUp();
    await database.query('update analyses set follow_up = $2 where call_id = $1', [
      callId,
      { needed: true, what: 'Send the quote.' },
    ]);
    expect((await dismissAsWrong(id)).body).toMatchObject({ state: 'open', kind: 'promise', label: 'Neutral' });
    await owner.delete(`/api/calls/${callId}/correction`);
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ state: 'open', kind: 'unhappy' });
  });

  it('switch to their other call when reopened if the label was corrected while they were closed', async () => {
    const { callId: otherCallId } = await addFollowUp({ kind: 'promise', calledAt: new Date(Date.now() - 1_200_000) });
    const { id, callId } = await addFollowUp();
    await change(id, { action: 'dismiss' });
    await owner.put(`/api/calls/${callId}/correction`, { sentiment: 'positive' });
    expect((await change(id, { action: 'reopen' })).body).toMatchObject({ kind: 'promise', callId: otherCallId });
  });

  it("restore the call's original label if the correction was wrong", async () => {
    const { id, callId } = await addFollowUp({ kind: 'promise' });
    await database.query('update analyses set follow_up = $2 where call_id = $1', [callId, { needed: false }]);
    await owner.send('PUT', `/api/calls/${callId}/correction`, { sentiment: 'negative' });
    expect((await dismissAsWrong(id, 'neutral')).body).toMatchObject({ state: 'dismissed', label: 'Neutral' });
    expect(await fetchCall(callId)).toMatchObject({ result: { label: 'Neutral' }, correction: null });
  });

  it('stay open if the customer is unhappy after all, or because of another call', async () => {
    const reviewFollowUp = await addFollowUp({ kind: 'review' });
    const correctedResponse = await dismissAsWrong(reviewFollowUp.id, 'negative');
    expect(correctedResponse.body).toMatchObject({ state: 'open', kind: 'unhappy', label: 'Negative' });
    expect(getHistory(correctedResponse.body).at(-1)).toEqual(['corrected', 'Dana Reyes', 'Negative']);
    // Undoing only this correction requires its time.
    const { correction } = await fetchCall(reviewFollowUp.callId);
    expect(correction?.correctedAt).toBe(correctedResponse.body.events.at(-1)?.at);
    expect(await listSentEvents()).toEqual(['call.corrected']);
    await change(reviewFollowUp.id, { action: 'done', outcome: 'no_answer' });
    await change(reviewFollowUp.id, { action: 'reopen' });
    expect(await fetchCall(reviewFollowUp.callId)).toMatchObject({ result: { label: 'Negative' }, correction: {} });

    const first = await addFollowUp({ phone: '+15551230001', calledAt: new Date(Date.now() - 7_200_000) });
    const second = await addFollowUp({ phone: '+15551230001' });
    expect(second.id).toBe(first.id);
    expect((await dismissAsWrong(first.id)).body).toMatchObject({
      state: 'open',
      kind: 'unhappy',
      callId: first.callId,
    });
    expect(await fetchCall(second.callId)).toMatchObject({ result: { label: 'Neutral' } });
    expect((await dismissAsWrong(first.id)).body).toMatchObject({ state: 'dismissed' });
  });

  it('no longer mark the call as needing a listen', async () => {
    const { id, callId } = await addFollowUp({ kind: 'review' });
    expect((await dismissAsWrong(id, 'positive')).body).toMatchObject({ state: 'dismissed', label: 'Positive' });
    expect(await fetchCall(callId)).toMatchObject({ result: { needsReview: false } });
    expect((await change(id, { action: 'reopen' })).body).toMatchObject({ kind: 'review', label: 'Needs a listen' });
  });

  it('stay unchanged, like their calls, after a rejected request', async () => {
    const { id, callId } = await addFollowUp();
    const promise = await addFollowUp({ kind: 'promise', phone: '+15551230002' });
    const viewer = await database.makeMember(account, 'viewer');
    const otherAccount = await database.makeAccount();
    const body = { action: 'dismiss', correctLabel: 'neutral' };
    for (const [request, status, expected] of [
      [dismissAsWrong(id, 'negative'), 400, { code: 'NOTHING_TO_CHANGE' }],
      [dismissAsWrong(id, 'happy'), 400, { errors: [{ field: 'correctLabel' }] }],
      [dismissAsWrong(id, 'neutral', { version: 2 }), 409, { code: 'FOLLOW_UP_CHANGED' }],
      [dismissAsWrong(promise.id), 400, { errors: [{ field: 'correctLabel' }] }],
      [change(id, body, await api.signIn(viewer)), 403, {}],
      [change(id, body, await api.signIn(otherAccount.user)), 404, { code: 'FOLLOW_UP_NOT_FOUND' }],
    ] as const)
      expect(await request).toMatchObject({ status, body: expected });
    expect((await owner.get<FollowUpDetailsDto>(`${PATH}/${id}`)).body).toMatchObject({ state: 'open', version: 1 });
    expect(await fetchCall(callId)).toMatchObject({ correction: null });
    expect(await listSentEvents()).toEqual([]);
  });

  it('can also be dismissed by automations', async () => {
    const { id, callId } = await addFollowUp();
    const response = await fetch(`${api.url}/api/n8n/follow-ups/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'dismiss', correctLabel: 'positive' }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ state: 'dismissed', label: 'Positive' });
    expect(await fetchCall(callId)).toMatchObject({ correction: { correctedBy: 'Dana Reyes' } });
  });

  it('are not closed again by the same call after a member has reopened them', async () => {
    const { id } = await addFollowUp();
    const callback = await database.makeCompletedCall(account.account.id, {
      call: { customerKey: 'tel:+15551234567', direction: 'outbound', occurredAt: new Date(), durationSeconds: '90' },
    });
    await database.query('update transcripts set duration_seconds = 90 where call_id = $1', [callback.id]);
    await applyResult(callback);
    const getFollowUp = async (): Promise<FollowUpDetailsDto> =>
      (await owner.get<FollowUpDetailsDto>(`${PATH}/${id}`)).body;
    expect(await getFollowUp()).toMatchObject({ state: 'done', closedByCallId: callback.id });
    await change(id, { action: 'reopen' });
    await applyResult(callback);
    const followUp = await getFollowUp();
    expect(followUp).toMatchObject({ state: 'open', closedByCallId: null });
    expect(followUp.events).toContainEqual(
      expect.objectContaining({ type: 'reopened', actor: 'Dana Reyes', callId: callback.id }),
    );
  });
});
