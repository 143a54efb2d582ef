import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { PendingWords } from '@ringwell/database/calls/pending-words.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { ClientResponse, ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from './dto/call-summary.dto';
import type { FullCallDto } from './dto/full-call.dto';

const ORIGINAL_SUMMARY = 'The heater works again. The customer is pleased.';
const EDITED_SUMMARY = 'The heater works again, and the invoice is paid.';

describe("A call's summary, instruction and booking", () => {
  beforeEach(async () => {
    await database.query('delete from workers');
  });
  const { api, database, owner, client } = useSignedInOwner({
    user: { firstName: 'Dana', lastName: 'Reyes' },
    settings: { timeZone: 'America/New_York', sealedWebhookUrl: 'sealed' },
  });
  let call: Call;

  beforeEach(async () => {
    call = await database.makeCompletedCall(owner.account.id, {
      analysis: { followUp: { needed: true, what: 'Send Dana Reyes the invoice' } },
    });
  });

  const edit = <T = FullCallDto>(body: object, session = client, id = call.id): Promise<ClientResponse<T>> =>
    session.send<T>('PUT', `/api/calls/${id}/words`, body);
  const rewrite = <T = FullCallDto & ProblemBody>(session = client, id = call.id): Promise<ClientResponse<T>> =>
    session.post<T>(`/api/calls/${id}/words`);
  const getCall = async (id = call.id): Promise<FullCallDto> =>
    (await client.get<FullCallDto>(`/api/calls/${id}`)).body;
  const listDeliveries = (): Promise<Delivery[]> =>
    database.manager.find(Delivery, { where: { callId: call.id }, order: { createdAt: 'ASC' } });
  const addWorker = (writer: string | null): Promise<string> => database.addLiveWorker({ engines: { writer } });

  describe('after edits by users', () => {
    it('appear in details, lists, search, the follow-up and the export, with their history and the original', async () => {
      const instruction = 'Send Dana Reyes the invoice by email today';
      const { status, body } = await edit({ summary: ` ${EDITED_SUMMARY} `, instruction });
      expect(status).toBe(200);
      expect(body.result).toMatchObject({
        writer: 'person',
        summary: EDITED_SUMMARY,
        keyPoints: ['Heater repaired'],
        followUp: { needed: true, what: instruction },
      });
      expect(body.words).toEqual({
        isWriting: false,
        edits: ['instruction', 'summary'].map((field) => ({
          field,
          text: field === 'summary' ? EDITED_SUMMARY : instruction,
          editedBy: 'Dana Reyes',
          editedAt: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/) as string,
        })),
        originalSummary: ORIGINAL_SUMMARY,
        originalInstruction: 'Send Dana Reyes the invoice',
        originalBooking: null,
        originalAsked: null,
        originalReached: null,
      });
      expect(await getCall()).toEqual(body);
      const searchResponse = await client.get<CallPageDto>('/api/calls?search=invoice');
      expect(searchResponse.body.items).toMatchObject([{ id: call.id, summary: EDITED_SUMMARY }]);
      expect((await client.get<string>('/api/calls/export.csv')).body).toContain(EDITED_SUMMARY);
    });

    it("appear in the call's follow-up", async () => {
      const { id, callId } = await database.makeFollowUp(owner.account.id);
      const { updatedAt } = (await client.get<{ updatedAt: string }>(`/api/follow-ups/${id}`)).body;
      const instruction = 'Refund the deposit of $600; call today';
      expect((await edit({ instruction }, client, callId)).status).toBe(200);
      const { body } = await client.get<{ why: string; updatedAt: string }>(`/api/follow-ups/${id}`);
      expect(body.why).toContain(instruction);
      expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    });

    it("replace the model's booking with the user's until the original is restored", async () => {
      await database.manager.update(CallAnalysis, { callId: call.id }, { booking: 'not_a_lead' });
      const { body } = await edit({ booking: 'booked' });
      expect(body.result?.booking).toBe('booked');
      expect(await listDeliveries()).toMatchObject([{ channel: 'webhook', event: 'call.edited', state: 'pending' }]);
      expect(body.words).toMatchObject({
        edits: [{ field: 'booking', text: 'booked', editedBy: 'Dana Reyes' }],
        originalBooking: 'not_a_lead',
      });
      expect((await client.get<string>('/api/calls/export.csv')).body).toMatch(/,Booked,,,,,,[-0-9a-f]{36}\r\n/);
      const restoreResponse = await edit({ booking: null });
      expect(restoreResponse.body.result?.booking).toBe('not_a_lead');
      expect(restoreResponse.body.words).toMatchObject({ originalBooking: null });
      const { status, body: problem } = await edit({ booking: 'sold' });
      expect(status).toBe(400);
      expect(JSON.stringify(problem)).toContain('Send one of booked, ');
      expect((await getCall()).result?.booking).toBe('not_a_lead');
    });

    it('replace the asked and reached fields, which apply only to some calls', async () => {
      const { manager } = database;
      const key = { callId: call.id };
      await manager.update(CallAnalysis, key, { booking: 'booked', asked: 'not_asked', reached: null });
      expect((await getCall()).result).toMatchObject({ asked: null, reached: null });
      for (const [body, code] of [
        [{ asked: 'asked' }, 'NOT_ASKABLE'],
        [{ asked: 'asked', booking: 'not_booked_unreached' }, 'NOT_ASKABLE'],
        [{ reached: 'reached' }, 'NOT_OUTBOUND'],
      ] as const)
        expect(await edit<ProblemBody>(body)).toMatchObject({ status: 409, body: { code } });
      expect(await manager.query('select from call_edits where call_id = $1', [call.id])).toEqual([]);
      await manager.update('calls', call.id, { direction: 'outbound' });
      const { body } = await edit({ booking: 'not_booked_other', asked: 'asked', reached: 'not_reached' });
      expect(body.result).toMatchObject({ booking: 'not_booked_other', asked: 'asked', reached: 'not_reached' });
      expect(body.words).toMatchObject({
        edits: [
          { field: 'asked', text: 'asked', editedBy: 'Dana Reyes' },
          { field: 'booking', text: 'not_booked_other' },
          { field: 'reached', text: 'not_reached' },
        ],
        originalAsked: 'not_asked',
        originalReached: '',
      });
      expect(await listDeliveries()).toMatchObject([{ channel: 'webhook', event: 'call.edited', state: 'pending' }]);
      expect((await client.get<string>('/api/calls/export.csv')).body).toMatch(
        /,Not booked,,,,Asked,Not reached,[-0-9a-f]{36}\r\n/,
      );
      expect(await manager.findOneByOrFail(ActivityLog, { userId: owner.user.id })).toMatchObject({
        description: 'A call was edited: booking, asked-to-book status, reached status.',
      });
      await manager.update('calls', call.id, { direction: 'inbound' });
      expect((await getCall()).result).toMatchObject({ asked: 'asked', reached: null });
      expect((await client.get<CallPageDto>('/api/calls?reached=not_reached')).body.items).toEqual([]);
      const restoreResponse = await edit({ asked: null, reached: null });
      expect(restoreResponse.body.result).toMatchObject({
        booking: 'not_booked_other',
        asked: 'not_asked',
        reached: null,
      });
      expect(restoreResponse.body.words).toMatchObject({ originalBooking: 'booked', originalAsked: null });
    });

    it('can be restored, and every change is in the history', async () => {
      await edit({ summary: EDITED_SUMMARY });
      const { body } = await edit({ summary: null });
      expect(body.result).toMatchObject({ writer: 'llm:test', summary: ORIGINAL_SUMMARY });
      expect(body.words).toMatchObject({ edits: [{ text: null }, { text: EDITED_SUMMARY }], originalSummary: null });
      await edit({ summary: null }); // changes nothing
      expect((await getCall()).words?.edits).toHaveLength(2);
      expect(
        await database.manager.find(ActivityLog, {
          where: { userId: owner.user.id },
          order: { createdAt: 'ASC' },
        }),
      ).toMatchObject(
        [1, 2].map(() => ({ action: 'Call edited', metadata: { callId: call.id, fields: ['summary'] } })),
      );
    });

    it('replace quotes in calls without a written summary, and notes from earlier versions', async () => {
      const { manager } = database;
      const key = { callId: call.id };
      await manager.update(CallAnalysis, key, { writer: null, summary: 'Old.', keyPoints: ['Old'] });
      const { body } = await edit({ summary: EDITED_SUMMARY });
      expect(body.result).toMatchObject({ writer: 'person', summary: EDITED_SUMMARY, keyPoints: [] });
      expect((await edit({ summary: null })).body.result).toMatchObject({ writer: null, keyPoints: [] });
      const analysis = await manager.findOneByOrFail(CallAnalysis, key);
      expect(analysis).toMatchObject({ writer: null, summary: 'Old.', keyPoints: ['Old'] });
    });

    it('can be entered for a recording that could not be transcribed', async () => {
      const key = { callId: call.id };
      await database.manager.update(CallAnalysis, key, {
        needsReview: true,
        reviewReason: 'words_unreliable',
        writer: null,
        summary: '',
        keyPoints: [],
      });
      expect((await getCall()).result?.summary).toMatch(/^This recording could not be transcribed/);
      expect((await edit({ summary: EDITED_SUMMARY })).body.result?.summary).toBe(EDITED_SUMMARY);
    });

    it.each([
      { state: 'sent' as const },
      { state: 'retry' as const, uncertainTries: 1 }, // the first attempt got no response
      { state: 'pending' as const, uncertainTries: 1 }, // the same, and a user has just requested another
    ])('are sent to the webhook, and as a second note if a note was or may have been written: %j', async (state) => {
      await edit({ summary: EDITED_SUMMARY });
      expect(await listDeliveries()).toMatchObject([{ channel: 'webhook', event: 'call.edited', state: 'pending' }]);
      const note = { channel: 'servicetitan' as const, destination: 'Tenant 1', destinationHash: 'h' };
      const key = { callId: call.id, accountId: owner.account.id, runNumber: 1 };
      await database.manager.insert(Delivery, { ...key, ...note, state: 'retry' });
      await edit({ summary: `${EDITED_SUMMARY} Twice.` });
      expect((await listDeliveries()).filter(({ channel }) => channel === 'servicetitan')).toHaveLength(1);
      await database.manager.update(Delivery, { ...key, ...note }, state);
      await edit({ summary: `${EDITED_SUMMARY} Three times.` });
      const [, secondNote] = (await listDeliveries()).filter(({ channel }) => channel === 'servicetitan');
      expect(secondNote).toMatchObject({ event: 'call.edited', state: 'pending', destination: 'Tenant 1' });
      expect(secondNote?.runAfter.getTime()).toBeGreaterThan(Date.now() + 60_000);
    });

    it('cannot be overwritten by a user who has not seen the latest edit', async () => {
      const firstEditedAt = (await edit({ summary: EDITED_SUMMARY, replaces: null })).body.words?.edits[0]?.editedAt;
      const { status, body } = await edit<ProblemBody>({ summary: 'Mine.', replaces: null });
      expect([status, body.code]).toEqual([409, 'WORDS_EDITED']);
      expect(body.message).toMatch(/^Dana Reyes edited the summary on .+ E[DS]T\. Reload the call/);
      expect((await getCall()).result?.summary).toBe(EDITED_SUMMARY);
      expect((await edit({ summary: 'Mine.', replaces: firstEditedAt })).status).toBe(200);
    });

    it.each([
      [{}, 'NOTHING_TO_CHANGE', 'Nothing to save. Send the fields to change as JSON.'],
      [{ replaces: null }, 'NOTHING_TO_CHANGE', 'Nothing to save. Send the fields to change as JSON.'],
      [{ summary: ' ' }, 'VALIDATION_FAILED', 'Use 1 to 1,000 characters, or send null to restore the original.'],
      [{ summary: 'x'.repeat(1_001) }, 'VALIDATION_FAILED', 'Use 1 to 1,000 characters'],
      [{ summary: 7 }, 'VALIDATION_FAILED', 'This must be text or null.'],
      [{ instruction: 'x'.repeat(201) }, 'VALIDATION_FAILED', 'Use 1 to 200 characters'],
      [{ instruction: 'Call\nback' }, 'VALIDATION_FAILED', 'Use a single line of plain text.'],
      [{ summary: EDITED_SUMMARY, replaces: 'yesterday' }, 'VALIDATION_FAILED', 'Send editedAt of the latest edit'],
      [{ summary: EDITED_SUMMARY, keyPoints: [] }, 'VALIDATION_FAILED', ''],
    ])('reject %j', async (body, code, message) => {
      const response = await edit<ProblemBody>(body);
      expect(response).toMatchObject({ status: 400, body: { code } });
      expect(JSON.stringify(response.body)).toContain(message);
      expect(await database.query('select from call_edits where call_id = $1', [call.id])).toEqual([]);
    });

    it('cannot be edited without a follow-up, without a result, or in another account', async () => {
      const { id } = await database.makeCompletedCall(owner.account.id);
      const response = await edit<ProblemBody>({ instruction: 'Call back' }, client, id);
      expect([response.status, response.body.code]).toEqual([409, 'NO_INSTRUCTION']);
      const newCall = await database.makeCall(owner.account.id);
      expect(await edit({ summary: EDITED_SUMMARY }, client, newCall.id)).toMatchObject({ body: { code: 'NO_LABEL' } });
      const stranger = await database.makeAccount();
      const strangerClient = await api.signIn(stranger.user);
      expect(await edit({ summary: EDITED_SUMMARY }, strangerClient)).toMatchObject({ status: 404 });
    });

    it('cannot be edited by viewers', async () => {
      const viewerClient = await api.signIn(await database.makeMember(owner, 'viewer'));
      expect(await edit({ summary: EDITED_SUMMARY }, viewerClient)).toMatchObject({ status: 403 });
      expect(await rewrite(viewerClient)).toMatchObject({ status: 403 });
    });

    it('survive reprocessing unless discardEdits is sent, and even then, an edited outcome is kept', async () => {
      await edit({ summary: EDITED_SUMMARY, booking: 'booked' });
      await database.query(`update calls set recording_key = 'recordings/1' where id = $1`, [call.id]);
      const reprocess = (query: string): Promise<ClientResponse<unknown>> =>
        client.post(`/api/calls/${call.id}/reprocess${query}`);
      expect(await reprocess('?discardEdits=maybe')).toMatchObject({ status: 400 });
      expect(await reprocess('?discardEdits=1')).toMatchObject({ status: 400 });
      expect((await reprocess('')).status).toBe(202);
      expect((await getCall()).result?.summary).toBe(EDITED_SUMMARY);
      await database.query(`update calls set state = 'completed' where id = $1`, [call.id]);
      expect((await reprocess('?discardEdits=true')).status).toBe(202);
      expect(await getCall()).toMatchObject({
        result: { summary: ORIGINAL_SUMMARY, booking: 'booked' },
        words: { edits: [{ text: null }, { text: 'booked' }, { text: EDITED_SUMMARY }] },
      });
    });
  });

  describe('when a language model rewrites them', () => {
    const listPendingWords = (): Promise<PendingWords[]> => database.manager.findBy(PendingWords, { callId: call.id });

    it("are requested once, and the call reports that they're being written", async () => {
      await addWorker('llm:test');
      const { status, body } = await rewrite();
      expect([status, body.words?.isWriting]).toEqual([202, true]);
      expect((await rewrite()).status).toBe(202);
      expect(await listPendingWords()).toMatchObject([{ isRewrite: true, runNumber: 1 }]);
      expect((await getCall()).words?.isWriting).toBe(true);
    });

    it.each([
      ['without a language model', null, {}, 'NO_WRITER'],
      [
        'when the words are unreliable',
        'llm:test',
        { needsReview: true, reviewReason: 'words_unreliable' as const },
        'WORDS_UNRELIABLE',
      ],
    ])('are rejected %s', async (_, writer, analysis, code) => {
      await addWorker(writer);
      await database.manager.update(CallAnalysis, { callId: call.id }, { sentiment: 'positive', ...analysis });
      const { status, body } = await rewrite();
      expect([status, body.code]).toEqual([409, code]);
      expect(await listPendingWords()).toEqual([]);
    });

    it('are rejected once the transcript is deleted, for demo calls, and while call processing is turned off', async () => {
      await addWorker('llm:test');
      await database.query('update calls set words_expired_at = now() where id = $1', [call.id]);
      expect((await rewrite()).body.code).toBe('TRANSCRIPT_EXPIRED');
      const demoCall = await database.makeCompletedCall(owner.account.id, { call: { source: 'demo' } });
      expect((await rewrite(client, demoCall.id)).body.code).toBe('DEMO_CALL');
      const sql = 'update account_settings set active = false where account_id = $1';
      await database.query(sql, [owner.account.id]);
      expect((await rewrite()).body.code).toBe('ACCOUNT_SWITCHED_OFF');
    });
  });
});
