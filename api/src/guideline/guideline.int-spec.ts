import { CallCheck } from '@ringwell/database/calls/call-check.entity';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { GuidelineRule } from '@ringwell/domain/accounts/guideline';
import { TOPICS } from '@ringwell/domain/calls/topic';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { problem, SessionClient, type ClientResponse } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { FullCallDto } from '../calls/dto/full-call.dto';
import type { BackTestDto } from './dto/back-test.dto';
import type { GuidelineDto } from './dto/guideline.dto';

const CANCEL_RULE: GuidelineRule = {
  when: 'words',
  phrases: ['cancel my membership'],
  saidBy: 'customer',
  then: 'negative',
};
const BILLING_RULE: GuidelineRule = { when: 'topic', topic: 'billing', then: 'follow_up' };

describe("An account's guideline", () => {
  const { api, database, owner, client } = useSignedInOwner({
    user: { firstName: 'Dana', lastName: 'Reyes' },
    settings: { timeZone: 'America/New_York' },
  });

  const getGuideline = async (sender = client): Promise<GuidelineDto> =>
    (await sender.get<GuidelineDto>('/api/guideline')).body;
  const save = <T = GuidelineDto>(body: object, sender = client): Promise<ClientResponse<T>> =>
    sender.send<T>('PUT', '/api/guideline', { replaces: 0, text: null, rules: [], ...body });
  const listVersions = async (sender = client): Promise<GuidelineDto[]> =>
    (await sender.get<GuidelineDto[]>('/api/guideline/versions')).body;
  const restore = <T = GuidelineDto>(version: number, replaces: number, sender = client): Promise<ClientResponse<T>> =>
    sender.post<T>('/api/guideline/restore', { version, replaces });
  const signInAsRole = async (role: 'manager' | 'member' | 'viewer'): Promise<SessionClient> =>
    api.signIn(await database.makeMember(owner, role));

  describe('versions', () => {
    it('are saved, listed and restored as new versions, and appear in the activity log', async () => {
      expect(await getGuideline()).toEqual({
        version: 0,
        text: null,
        rules: [],
        savedBy: null,
        savedAt: null,
        restoredVersion: null,
      });
      const text = 'Anyone who cancels is unhappy.\nMention the brand.';
      const { status, body } = await save({ text: ` ${text} `, rules: [CANCEL_RULE, BILLING_RULE] });
      expect(status).toBe(200);
      expect(body).toMatchObject({ version: 1, text, rules: [CANCEL_RULE, BILLING_RULE], savedBy: 'Dana Reyes' });
      expect((await save({ replaces: 1, text: ' ' })).body).toMatchObject({ version: 2, text: null, rules: [] });
      expect((await restore(1, 2)).body).toMatchObject({
        version: 3,
        text,
        rules: [CANCEL_RULE, BILLING_RULE],
        restoredVersion: 1,
      });
      expect(await getGuideline()).toMatchObject({ version: 3 });
      expect((await listVersions()).map(({ version, restoredVersion }) => [version, restoredVersion])).toEqual([
        [3, 1],
        [2, null],
        [1, null],
      ]);
      const { body: log } = await client.get<{ entries: { action: string; description: string }[] }>(
        '/api/my/activity',
      );
      expect(JSON.stringify(log)).toContain('Version 1 of the guideline was restored as version 3.');
      expect(JSON.stringify(log)).not.toContain('cancel');
    });

    it("aren't added when an unchanged guideline is saved again", async () => {
      await save({ rules: [CANCEL_RULE] });
      expect((await save({ rules: [CANCEL_RULE] })).body).toMatchObject({ version: 1 });
      expect(await listVersions()).toHaveLength(1);
    });

    it('conflict when two users save concurrently, and the error names who saved first', async () => {
      const manager = await signInAsRole('manager');
      const responses = await Promise.all([save({ text: 'A' }), save({ text: 'B' }, manager)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = (await getGuideline()).savedBy;
      const { body } = await save<{ code: string; message: string }>({ text: 'C' });
      expect(body.code).toBe('GUIDELINE_CHANGED');
      expect(body.message).toMatch(
        new RegExp(
          `^${winner} saved version 1 of the guideline on .* E[SD]T\\. Reload it, then make your change again`,
        ),
      );
      expect(await restore(1, 0)).toMatchObject({ status: 200, body: { version: 1 } });
      expect(await listVersions()).toHaveLength(1);
    });

    it('are not found if they belong to another account', async () => {
      await save({ text: 'Ours' });
      const otherAccount = await database.makeAccount();
      const otherClient = await api.signIn(otherAccount.user);
      expect(await getGuideline(otherClient)).toMatchObject({ version: 0, text: null });
      expect(await listVersions(otherClient)).toEqual([]);
      expect(await restore(1, 0, otherClient)).toMatchObject(problem(404, 'GUIDELINE_VERSION_NOT_FOUND'));
    });

    it('are rejected if a version number is out of range', async () => {
      expect(await save({ text: 'A', replaces: 2_147_483_647 })).toMatchObject({ status: 400 });
      expect(await restore(3_000_000_000, 0)).toMatchObject({ status: 400 });
    });

    it('can only be read, saved, restored and tested by owners and managers', async () => {
      expect((await save({ text: 'A' }, await signInAsRole('manager'))).status).toBe(200);
      for (const role of ['member', 'viewer'] as const) {
        const sender = await signInAsRole(role);
        expect((await sender.get('/api/guideline')).status).toBe(403);
        expect((await save({ text: 'B', replaces: 1 }, sender)).status).toBe(403);
        expect((await restore(1, 1, sender)).status).toBe(403);
        expect((await sender.post('/api/guideline/back-test', { text: null, rules: [] })).status).toBe(403);
      }
      expect(await listVersions()).toHaveLength(1);
    });

    it.each([
      [{ text: 'x'.repeat(2_001) }, 'text', 'Use 2,000 characters or fewer.'],
      [{ text: 'a\u0000b' }, 'text', 'Use plain text.'],
      [{ text: 1 }, 'text', 'This must be text or null.'],
      [{ rules: ['x'] }, 'rules.0', 'Each rule must be an object.'],
      [{ rules: [[CANCEL_RULE]] }, 'rules.0', 'Each rule must be an object.'],
      [{ rules: [[]] }, 'rules.0', 'Each rule must be an object.'],
      [{ rules: null }, 'rules', 'This must be a list of rules.'],
      [{ rules: Array.from({ length: 11 }, () => BILLING_RULE) }, 'rules', 'Use 10 rules or fewer.'],
      [{ rules: [{ ...CANCEL_RULE, when: 'mood' }] }, 'rules.0.when', 'This must be one of words, topic.'],
      [{ rules: [{ ...CANCEL_RULE, phrases: [] }] }, 'rules.0.phrases', 'Add at least one word or phrase.'],
      [{ rules: [{ ...CANCEL_RULE, phrases: ['?!'] }] }, 'rules.0.phrases', 'Each must contain a letter or a digit.'],
      [
        { rules: [{ ...CANCEL_RULE, phrases: ['x'.repeat(61)] }] },
        'rules.0.phrases',
        'Each must have 1 to 60 characters.',
      ],
      [
        { rules: [{ ...CANCEL_RULE, saidBy: 'dog' }] },
        'rules.0.saidBy',
        'This must be one of customer, agent, anyone.',
      ],
      [
        { rules: [{ ...BILLING_RULE, topic: 'weather' }] },
        'rules.0.topic',
        `This must be one of ${TOPICS.join(', ')}.`,
      ],
      [
        { rules: [{ ...BILLING_RULE, then: 'refund' }] },
        'rules.0.then',
        'This must be one of positive, neutral, negative, follow_up.',
      ],
      [{ replaces: -1 }, 'replaces', 'Send the version that you last read, or 0.'],
    ])('reject %j', async (body, field, message) => {
      expect(await save(body)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
      expect(await listVersions()).toEqual([]);
    });
  });

  describe('a back-test', () => {
    const makePastCall = (words: string, parts: Parameters<typeof makeCompletedCall>[2] = {}): Promise<Call> =>
      database.makeCompletedCall(owner.account.id, {
        segments: [{ speaker: 'customer', startMs: 4_000, endMs: 6_000, text: words }],
        ...parts,
        analysis: { sentiment: 'neutral', ...parts.analysis },
        call: { direction: 'inbound', customerName: 'Ada', fromNumber: '+15551234567', ...parts.call },
      });
    const recordCheck = (
      callId: string,
      label: 'negative' | 'neutral',
      sentiment: 'negative' | 'neutral',
    ): Promise<unknown> =>
      database.manager.insert(CallCheck, {
        callId,
        accountId: owner.account.id,
        checkedBy: owner.user.id,
        checkedAt: new Date(),
        answer: label,
        runNumber: 1,
        engine: 'local',
        sentiment,
        needsReview: false,
        confidence: 0.9,
      });
    const backTest = async (rules: GuidelineRule[], sender = client): Promise<BackTestDto> => {
      const { status, body } = await sender.post<BackTestDto>('/api/guideline/back-test', { text: 'Any text', rules });
      expect(status).toBe(200);
      return body;
    };

    it('shows which words would change which labels and follow-ups, without changing anything', async () => {
      const cancelingCall = await makePastCall('I want to cancel my membership.');
      const billingCall = await makePastCall('The invoice is fine.', { analysis: { topic: 'billing' } });
      await makePastCall('I want to cancel my membership.', {
        analysis: { needsReview: true, reviewReason: 'words_unreliable' },
      });
      await makePastCall('Hello.');
      await makePastCall('I want to cancel my membership.', { call: { source: 'demo' } });
      const { recent, changedCalls, changedCallCount } = await backTest([CANCEL_RULE, BILLING_RULE]);
      expect(recent).toEqual({
        calls: 4,
        withoutTranscript: 0,
        before: { positive: 0, neutral: 3, negative: 0, needs_review: 1 },
        after: { positive: 0, neutral: 2, negative: 1, needs_review: 1 },
        changed: 1,
        changes: [{ from: 'neutral', to: 'negative', count: 1 }],
        followUps: { before: 1, after: 3, opened: 2 },
      });
      expect(changedCallCount).toBe(2);
      expect(changedCalls.find(({ id }) => id === cancelingCall.id)).toMatchObject({
        customerName: 'Ada',
        phone: '+15551234567',
        from: 'neutral',
        to: 'negative',
        rule: 'cancel my membership',
        quote: 'I want to cancel my membership.',
        startMs: 4_000,
      });
      expect(changedCalls.find(({ id }) => id === billingCall.id)).toMatchObject({
        opensFollowUp: true,
        rule: 'Topic: Billing',
      });
      expect((await client.get<FullCallDto>(`/api/calls/${cancelingCall.id}`)).body.result?.label).toBe('Neutral');
      expect(await listVersions()).toEqual([]);
    });

    it("compares with the current rules, and restores the analyst's labels", async () => {
      const call = await makePastCall('I want to cancel my membership.', {
        analysis: {
          sentiment: 'negative',
          appliedRules: {
            version: 1,
            label: { name: 'cancel my membership', sentiment: 'negative' },
            original: { sentiment: 'neutral', needsReview: false, reviewReason: null, followUp: { needed: false } },
          },
        },
      });
      await save({ rules: [CANCEL_RULE] });
      expect((await backTest([CANCEL_RULE])).recent).toMatchObject({ changed: 0, before: { negative: 1 } });
      expect(await backTest([])).toMatchObject({
        recent: { changed: 1, after: { neutral: 1 }, followUps: { before: 1, after: 0, opened: 0 } },
        changedCalls: [{ id: call.id, from: 'negative', to: 'neutral', rule: null }],
      });
    });

    it('measures the accuracy on checked calls, before and after', async () => {
      for (let index = 0; index < 20; index += 1) {
        const { id } = await makePastCall(index < 5 ? 'I want to cancel my membership.' : 'Hello.');
        await recordCheck(id, index < 4 ? 'negative' : 'neutral', 'neutral');
        if (index === 0) await client.send('PUT', `/api/calls/${id}/correction`, { sentiment: 'negative' });
      }
      const { checked, recent } = await backTest([CANCEL_RULE]);
      expect(checked).toMatchObject({ calls: 20, withoutTranscript: 0, changed: 5, fixed: 4, broken: 1 });
      expect(checked.accuracyBefore).toMatchObject({ right: 16, checked: 20, figure: { share: 0.8 } });
      expect(checked.accuracyAfter).toMatchObject({ right: 19, checked: 20, figure: { share: 0.95 } });
      expect(recent).toMatchObject({ calls: 20, changed: 4 }); // the corrected call keeps its label
    });

    it('replays the latest 200 calls, and counts the calls whose transcript was deleted', async () => {
      const firstCall = await makePastCall('I want to cancel my membership.', {
        call: { occurredAt: new Date('2026-01-01T10:00:00Z') },
      });
      const callWithoutTranscript = await makePastCall('I want to cancel my membership.');
      await recordCheck(callWithoutTranscript.id, 'negative', 'neutral');
      await database.manager.delete(CallTranscript, { callId: callWithoutTranscript.id });
      for (let index = 0; index < 199; index += 1) await makePastCall('Hello.');
      const report = await backTest([CANCEL_RULE]);
      expect(report.recent).toMatchObject({ calls: 199, withoutTranscript: 1, changed: 0 });
      expect(report.checked).toMatchObject({ calls: 0, withoutTranscript: 1 });
      await recordCheck(firstCall.id, 'negative', 'neutral');
      expect(await backTest([CANCEL_RULE])).toMatchObject({
        recent: { changed: 0 },
        checked: { calls: 1, changed: 1 },
        changedCalls: [{ id: firstCall.id }],
      });
    });

    it("doesn't replay other accounts' calls or calls from before an account became a demo account", async () => {
      await makePastCall('I want to cancel my membership.');
      const otherAccount = await database.makeAccount();
      const otherClient = await api.signIn(otherAccount.user);
      expect((await backTest([CANCEL_RULE], otherClient)).recent.calls).toBe(0);
      await database.query(`update accounts set status = 'demo' where id = $1`, [owner.account.id]);
      expect((await backTest([CANCEL_RULE])).recent.calls).toBe(0);
    });
  });

  it("shows the deciding rule and the analyst's label on a call", async () => {
    const call = await database.makeCompletedCall(owner.account.id, {
      analysis: {
        sentiment: 'negative',
        followUp: { needed: true, rule: 'cancel' },
        appliedRules: {
          version: 2,
          label: { name: 'cancel', sentiment: 'negative' },
          original: {
            sentiment: 'neutral',
            needsReview: true,
            reviewReason: 'low_confidence',
            followUp: { needed: false },
          },
        },
      },
    });
    const { body } = await client.get<FullCallDto>(`/api/calls/${call.id}`);
    expect(body.result).toMatchObject({
      label: 'Negative',
      followUp: { needed: true, rule: 'cancel' },
      appliedRules: {
        version: 2,
        label: { name: 'cancel', sentiment: 'negative' },
        original: { label: 'Needs a listen', sentiment: 'neutral' },
      },
    });
  });
});
