import { Account } from '@ringwell/database/accounts/account.entity';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';

import { callEvent } from './call-event';
import type { DeliveryMessage } from './delivery-channel';

const result: DeliveryMessage['result'] = {
  transcript: Object.assign(new CallTranscript(), { runNumber: 1, durationSeconds: '40.60' }),
  analysis: Object.assign(new CallAnalysis(), {
    runNumber: 1,
    sentiment: 'positive',
    needsReview: false,
    reviewReason: null,
    topic: 'praise',
    writer: 'llm:test',
    summary: 'The heater works again.',
    keyPoints: [],
    followUp: { needed: false },
    evidence: [],
  }),
  usageMinutes: 0.68,
};

function buildBody(call: Partial<Call>, result: DeliveryMessage['result'], delivery: Partial<Delivery> = {}): unknown {
  return JSON.parse(
    callEvent(
      {
        call: Object.assign(new Call(), { errorCode: null, skipReason: null, ...call }),
        customerName: null,
        agentName: 'Paul Ruiz',
        result,
        delivery: Object.assign(new Delivery(), { runNumber: call.runNumber, event: null, ...delivery }),
        settings: new AccountSettings(),
        account: new Account(),
        owner: new User(),
        correction: null,
        bookingFact: null,
        recipientAlerts: null,
        callBack: null,
      },
      'https://calls.example.com',
    ),
  );
}

describe('callEvent', () => {
  it.each([
    ['not_booked_other', 'not_asked'],
    ['booked', null],
  ] as const)('reports whether the agent asked to book when the call is %s: %p', (booking, asked) => {
    const analysis = Object.assign(new CallAnalysis(), result.analysis, {
      booking,
      asked: 'not_asked',
      reached: 'reached',
    });
    const body = buildBody({ state: 'completed', direction: 'outbound' }, { ...result, analysis });
    expect(body).toMatchObject({ data: { booking, asked, reached: 'reached' } });
    const correctedBody = buildBody({ state: 'completed', direction: 'inbound' }, { ...result, analysis });
    expect(correctedBody).toMatchObject({ data: { booking, asked, reached: null } });
  });

  it("contains a completed call's result", () => {
    expect(buildBody({ state: 'completed' }, result)).toMatchObject({
      type: 'call.completed',
      data: {
        state: 'completed',
        agentName: 'Paul Ruiz',
        error: null,
        sentiment: 'positive',
        label: 'Positive',
        topic: 'praise',
        writer: 'llm:test',
        summary: 'The heater works again.',
        reason: '',
        outcome: '',
        durationSeconds: 40.6,
        usageMinutes: 0.68,
      },
    });
  });

  it('marks a guess and gives the reason', () => {
    const lowConfidenceAnalysis = Object.assign(new CallAnalysis(), {
      ...result?.analysis,
      needsReview: true,
      reviewReason: 'low_confidence',
    });
    expect(buildBody({ state: 'completed' }, result && { ...result, analysis: lowConfidenceAnalysis })).toMatchObject({
      data: { sentiment: 'positive', needsReview: true, reviewReason: 'low_confidence', label: 'Needs a listen' },
    });
  });

  it("contains a failed run's error and an earlier run's result", () => {
    const failedCall = {
      state: 'failed' as const,
      runNumber: 2,
      resultRunNumber: 1,
      errorCode: 'X',
      errorMessage: 'It broke.',
    };
    expect(buildBody(failedCall, result)).toMatchObject({
      type: 'call.failed',
      data: { error: { code: 'X', message: 'It broke.' }, sentiment: 'positive', summary: 'The heater works again.' },
    });
    expect(buildBody(failedCall, null)).not.toHaveProperty('data.sentiment');
  });

  it.each([
    { state: 'failed' as const, errorCode: 'X', errorMessage: 'It broke.' },
    { state: 'timed_out' as const, errorCode: 'DEADLINE_PASSED', errorMessage: 'It took too long.' },
    { state: 'skipped' as const, skipReason: 'too_short' as const },
  ])('describes the run that produced the result when a later run ended as $state', (outcome) => {
    const laterCall = { ...outcome, runNumber: 2, resultRunNumber: 1, finishedAt: new Date('2026-03-31T16:00:00Z') };
    expect(buildBody(laterCall, result, { runNumber: 1, createdAt: new Date('2026-03-31T15:00:00Z') })).toMatchObject({
      type: 'call.completed',
      timestamp: '2026-03-31T15:00:00.000Z',
      data: {
        state: 'completed',
        runNumber: 1,
        error: null,
        skipReason: null,
        skipMessage: null,
        sentiment: 'positive',
      },
    });
  });
});
