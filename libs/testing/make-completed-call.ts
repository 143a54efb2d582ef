import type { DataSource } from 'typeorm';

import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { UsageRecord } from '@ringwell/database/calls/usage.entity';
import { transcriptText, type TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { makeCall } from './make-call';

const SEGMENTS: TranscriptSegment[] = [
  { speaker: 'agent', startMs: 0, endMs: 900, text: 'Cedar Creek, hello.' },
  { speaker: 'customer', startMs: 1_000, endMs: 3_000, text: 'Thank you so much.', confidence: 0.8 },
];

export interface CompletedCallOptions {
  call?: Partial<Call>;
  analysis?: Partial<CallAnalysis>;
  segments?: TranscriptSegment[];
  text?: string;
}

export async function makeCompletedCall(
  dataSource: DataSource,
  accountId: string,
  {
    call: overrides = {},
    analysis = {},
    segments = SEGMENTS,
    text = transcriptText({ segments }),
  }: CompletedCallOptions = {},
): Promise<Call> {
  const call = await makeCall(dataSource, accountId, {
    state: 'completed',
    resultRunNumber: 1,
    attempts: 1,
    durationSeconds: '40.60',
    startedAt: new Date('2026-03-31T15:00:00Z'),
    finishedAt: new Date('2026-03-31T15:00:06.400Z'),
    ...overrides,
  });
  const resultKey = { callId: call.id, runNumber: 1, accountId, createdAt: call.createdAt };
  const { manager } = dataSource;
  await manager.insert(CallTranscript, {
    ...resultKey,
    engine: 'pocketsphinx',
    language: 'en',
    durationSeconds: '40.60',
    segments,
    text,
    quality: 'good',
    qualityScore: 0.91,
  });
  await manager.insert(CallAnalysis, {
    ...resultKey,
    engine: 'local',
    sentiment: 'positive',
    confidence: 0.93,
    needsReview: false,
    reviewReason: null,
    topic: null,
    writer: 'llm:test',
    summary: 'The heater works again. The customer is pleased.',
    keyPoints: ['Heater repaired'],
    followUp: { needed: false },
    course: [{ startMs: 0, endMs: 3_000, sentiment: 'positive' }],
    evidence: [{ claim: 'Positive', segment: 1, startMs: 1_000, endMs: 3_000, quote: 'Thank you so much' }],
    ...analysis,
  });
  if (call.source === 'demo') return call; // its minutes don't count
  await manager.insert(UsageRecord, {
    accountId,
    callId: call.id,
    minutes: '0.68',
    instanceRuns: 1,
    source: call.source,
    recordedAt: new Date('2026-03-31T15:00:06.400Z'),
    callData: {
      content: 'Call From: Dana Reyes, +15551234567\n',
      database: '4711',
      databaseDisplayName: 'Cedar Creek Plumbing',
      leadCallId: 98_765,
      sentiment: analysis.sentiment ?? 'positive',
      needsReview: analysis.needsReview ?? false,
      storedAt: '2026-03-31T15:00:06.400Z',
    },
  });
  return call;
}
