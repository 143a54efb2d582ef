import type { CallDelivery, CallSummary, FullCall, RecentCall, Transcript } from '../api/types';

const SUMMARY: CallSummary = {
  id: 'c1',
  state: 'completed',
  source: 'n8n',
  direction: 'inbound',
  from: '+15550100142',
  to: '+15550100100',
  customerName: 'Marlene Ortiz',
  agentName: null,
  startedAt: null,
  receivedAt: '2026-03-31T14:00:00.000Z',
  durationSeconds: 72,
  sentiment: 'negative',
  needsReview: false,
  reviewReason: null,
  label: 'Negative',
  topic: 'communication',
  flags: [],
  correction: null,
  summary: 'She has no hot water.',
  skipReason: null,
  skipMessage: null,
  error: null,
};

export function callSummary(change: Partial<CallSummary> = {}): CallSummary {
  return { ...SUMMARY, ...change };
}

export function recentCall(change: Partial<CallSummary> = {}): RecentCall {
  const call = callSummary(change);
  const isDone = call.state === 'completed';
  return {
    ...call,
    recordedAt: call.receivedAt,
    minutes: isDone ? 1.2 : 0,
    metadata: { ldsData: { name: call.customerName, phone: call.from } },
    callData: isDone
      ? {
          content: 'Call From: Marlene Ortiz',
          database: '1',
          databaseDisplayName: 'Becker Plumbing',
          leadCallId: null,
          sentiment: 'negative',
          storedAt: call.receivedAt,
        }
      : null,
  };
}

export const TRANSCRIPT: Transcript = {
  callId: 'c1',
  durationSeconds: 72,
  engine: 'pocketsphinx',
  engineNote: 'Basic transcription. Fair on clear speech.',
  speakersGuessed: false,
  language: 'en',
  text: 'Agent: Becker Plumbing.\nCustomer: I have no hot water.',
  segments: [
    { speaker: 'agent', startMs: 500, endMs: 2_000, text: 'Becker Plumbing.' },
    { speaker: 'customer', startMs: 2_500, endMs: 6_000, text: 'I have no hot water.' },
    { speaker: 'customer', startMs: 65_000, endMs: 70_000, text: 'Send somebody today.' },
  ],
};

export const CALL_RESULT: NonNullable<FullCall['result']> = {
  sentiment: 'negative',
  needsReview: false,
  reviewReason: null,
  label: 'Negative',
  confidence: 0.87,
  topic: 'communication',
  booking: null,
  asked: null,
  reached: null,
  flags: [],
  writer: 'llm:test',
  summary: 'She has no hot water. Nobody has called back.',
  keyPoints: ['The tank is ten years old'],
  reason: '',
  outcome: '',
  followUp: { needed: true, what: 'Call Marlene Ortiz back today' },
  evidence: [
    { claim: 'Promise', segment: 1, startMs: 2_500, endMs: 6_000, quote: 'I have no hot water' },
    { claim: 'Negative', segment: 2, startMs: 65_000, endMs: 70_000, quote: 'Send somebody today' },
  ],
  course: [
    { startMs: 0, endMs: 30_000, sentiment: 'neutral' },
    { startMs: 42_000, endMs: 70_000, sentiment: 'negative' },
  ],
  appliedRules: null,
};

/** A result in which the call could not be judged. */
export const UNRELIABLE_RESULT: typeof CALL_RESULT = {
  ...CALL_RESULT,
  needsReview: true,
  reviewReason: 'words_unreliable',
  label: 'Needs a listen',
  topic: null,
  confidence: 0.54,
  writer: null,
  summary: 'This recording could not be transcribed well enough to judge.',
  keyPoints: [],
  followUp: { needed: false },
  evidence: [],
  course: [],
};

export const DELIVERY: CallDelivery = {
  id: 'd1',
  channel: 'slack',
  destination: '#calls',
  runNumber: 1,
  event: null,
  followUpEvent: null,
  state: 'failed',
  attempts: 3,
  lastError: { code: 'X', message: 'The channel is archived.' },
  providerRef: null,
  nextTryAt: null,
  sentAt: null,
  updatedAt: '2026-03-31T14:01:00.000Z',
  tries: [],
};

export const CORRECTION: NonNullable<FullCall['correction']> = {
  sentiment: 'neutral',
  label: 'Neutral',
  why: 'Only an invoice.',
  correctedBy: 'Dana Reyes',
  correctedAt: '2026-03-31T15:20:08.412Z',
  original: { sentiment: 'negative', needsReview: false, reviewReason: null, label: 'Negative', confidence: 0.87 },
};

export function fullCall(change: Partial<FullCall> = {}): FullCall {
  const { id, state, source, direction, from, to, customerName, startedAt, receivedAt, durationSeconds } = SUMMARY;
  const path = `/api/calls/${change.id ?? id}`;
  return {
    id,
    state,
    source,
    direction,
    from,
    to,
    customerName,
    agentName: null,
    agentSource: null,
    startedAt,
    receivedAt,
    durationSeconds,
    recordingLoss: null,
    externalId: null,
    leadCallId: '98765432',
    jobId: null,
    customerId: null,
    customer: null,
    attempts: 1,
    skipReason: null,
    skipMessage: null,
    error: null,
    bookingFact: null,
    callType: null,
    callReason: null,
    campaign: null,
    businessUnit: null,
    tag: null,
    correction: null,
    processingSeconds: 6,
    usageMinutes: 1.2,
    engines: { transcription: 'pocketsphinx', analysis: 'local', fallbackFrom: null },
    transcriptQuality: { level: 'good', score: 0.91 },
    runNumber: 1,
    resultRunNumber: 1,
    hasRecording: true,
    hasGivenTranscript: false,
    audioRedaction: null,
    tones: [],
    recordingExpiredAt: null,
    transcriptExpiredAt: null,
    words: {
      isWriting: false,
      edits: [],
      originalSummary: null,
      originalInstruction: null,
      originalBooking: null,
      originalAsked: null,
      originalReached: null,
    },
    peaks: [4, 80, 30],
    customerChannel: null,
    record: { database: '1', databaseDisplayName: 'Becker Plumbing', storedAt: receivedAt },
    links: { self: path, audio: `${path}/audio`, transcript: `${path}/transcript`, deliveries: `${path}/deliveries` },
    result: CALL_RESULT,
    ...change,
  };
}

/** The API's responses about a call that is shown on a page. */
export function callResponses(call = fullCall()): Record<string, unknown> {
  const path = `GET /api/calls/${call.id}`;
  return { [path]: call, [`${path}/transcript`]: TRANSCRIPT, [`${path}/deliveries`]: [] };
}
