import { toPolledCall, type PollRules } from './polled-call';
import type { CallRow } from './service-titan-responses';
import { CALL_ROW_SCHEMA } from './service-titan-responses';

const NOW = Date.parse('2026-03-31T15:00:00Z');
const SETTINGS: PollRules = {
  leadsEnabled: false,
  inboundCallsEnabled: true,
  inboundMinCallTime: 60,
  outboundCallsEnabled: true,
  outboundMinCallTime: 90,
};
const buildRow = (overrides: object = {}): CallRow =>
  CALL_ROW_SCHEMA.parse({
    id: 700,
    direction: 'Inbound',
    status: 'Completed',
    type: 'Booked',
    duration: '00:04:12',
    from: '5550100142',
    to: '5550100100',
    recordingUrl: 'https://recordings.example.com/700',
    createdOn: '2026-03-31T14:12:00Z',
    active: true,
    customer: { id: 815, name: ' Dana \n Whitfield ' },
    job: { id: 4711, number: '4711' },
    agent: { id: 88, name: 'Paul  Ruiz', externalId: null },
    reason: { id: 5, name: 'Price shopping' },
    campaign: { id: 6, name: ' Spring  mailing' },
    businessUnit: { id: 7, name: 'HVAC' },
    tag: 'VIP',
    ...overrides,
  });

describe('toPolledCall', () => {
  it('maps a feed row to a call', () => {
    expect(toPolledCall(buildRow(), SETTINGS, NOW)).toEqual({
      externalId: '700',
      direction: 'inbound',
      fromNumber: '5550100142',
      toNumber: '5550100100',
      customerName: 'Dana Whitfield',
      agentName: 'Paul Ruiz',
      jobId: '4711',
      callType: 'Booked',
      callReason: 'Price shopping',
      campaign: 'Spring mailing',
      businessUnit: 'HVAC',
      tag: 'VIP',
      customerId: '815',
      occurredAt: new Date('2026-03-31T14:12:00Z'),
      hasRecording: true,
      isAbandoned: false,
    });
  });

  it('accepts a row with only an ID', () => {
    expect(toPolledCall(CALL_ROW_SCHEMA.parse({ id: 1 }), SETTINGS, NOW)).toEqual({
      externalId: '1',
      direction: null,
      fromNumber: null,
      toNumber: null,
      customerName: null,
      agentName: null,
      callType: null,
      callReason: null,
      campaign: null,
      businessUnit: null,
      tag: null,
      jobId: null,
      customerId: null,
      occurredAt: null,
      hasRecording: false,
      isAbandoned: false,
    });
  });

  it.each<[string, object, Partial<PollRules>, boolean]>([
    ['is long enough', { duration: '00:01:00' }, {}, true],
    ['is too short', { duration: '00:00:59' }, {}, false],
    ['is too short for its direction', { direction: 'Outbound', duration: '00:01:29' }, {}, false],
    ['is long enough for its direction', { direction: 'Outbound', duration: '00:01:30.4' }, {}, true],
    ['lasts over an hour', { duration: '1.01:00:00' }, { inboundMinCallTime: 3_700 }, true],
    ['was never answered', { duration: '00:00:00' }, { inboundMinCallTime: 0 }, false],
    ['has no duration', { duration: null }, {}, true],
    ['has a direction that is turned off', {}, { inboundCallsEnabled: false }, false],
    ['has a direction that is turned on', {}, { outboundCallsEnabled: false }, true],
    ['is outbound while outbound calls are off', { direction: 'Outbound' }, { outboundCallsEnabled: false }, false],
    ['was abandoned', { type: 'Abandoned' }, {}, false],
    ['was deleted', { active: false }, {}, false],
    ['is ringing', { status: 'Ringing' }, {}, false],
    ['has not ended', { status: 'Answered', recordingUrl: null }, {}, false],
    ['was answered and is recorded', { status: 'Answered' }, {}, true],
    ['has no recording yet', { recordingUrl: null }, {}, true],
    ['has no recording after six hours', { recordingUrl: null, createdOn: '2026-03-31T08:59:00Z' }, {}, false],
    ['is from last week', { createdOn: '2026-03-25T15:00:00Z' }, {}, true],
    ['is more than a week old', { createdOn: '2026-03-24T14:59:00Z' }, {}, false],
    ['has no ID', { id: 0 }, {}, false],
  ])('processes a call that %s (%j with %j): %s', (_case, overrides, settings, isProcessed) => {
    expect(toPolledCall(buildRow(overrides), { ...SETTINGS, ...settings }, NOW) !== null).toBe(isProcessed);
  });

  it.each<[string, object, Partial<PollRules>, boolean]>([
    ['was abandoned', { type: 'Abandoned', recordingUrl: null }, {}, true],
    [
      'was abandoned, hours ago',
      { type: 'Abandoned', recordingUrl: null, createdOn: '2026-03-31T05:00:00Z' },
      {},
      true,
    ],
    ['was never answered', { type: null, duration: '00:00:00' }, {}, true],
    ['ended within seconds', { type: 'Unbooked', duration: '00:00:12' }, {}, true],
    ['ended within seconds and was handled', { type: 'Excused', duration: '00:00:12' }, {}, false],
    ['is short, but long enough to talk', { type: 'Unbooked', duration: '00:00:40' }, {}, false],
    ['is outbound and was abandoned by the office', { type: 'Abandoned', direction: 'Outbound' }, {}, false],
    ['was abandoned while inbound calls are off', { type: 'Abandoned' }, { inboundCallsEnabled: false }, false],
    ['was abandoned last week', { type: 'Abandoned', createdOn: '2026-03-20T15:00:00Z' }, {}, false],
    ['is still ringing', { type: 'Abandoned', status: 'Ringing' }, {}, false],
  ])('is a lead when the call %s (%j with %j): %s', (_case, overrides, settings, isLead) => {
    const rules = { ...SETTINGS, ...settings };
    const lead = toPolledCall(buildRow(overrides), { ...rules, leadsEnabled: true }, NOW);
    expect(lead).toEqual(isLead ? expect.objectContaining({ isAbandoned: true }) : null);
    expect(toPolledCall(buildRow(overrides), rules, NOW)).toBeNull();
  });
});
