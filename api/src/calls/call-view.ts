import type { CallAnalysis } from '@ringwell/database/entities/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/entities/call-transcript.entity';
import type { Call } from '@ringwell/database/entities/call.entity';
import type { CallWithResult } from '@ringwell/database/repositories/calls.repository';
import { SKIP_REASONS } from '@ringwell/domain/call';
import { SENTIMENT_LABELS } from '@ringwell/domain/sentiment';

import type { AcceptedCallDto } from './dto/accepted-call.dto';
import type { CallResultDto, CallTranscriptDto } from './dto/call-result.dto';
import type { CallDto } from './dto/call.dto';

/** Shown beside every transcript of the engine of that name. */
const ENGINE_NOTES: Record<string, string> = {
  pocketsphinx: 'Made by the basic recogniser that is built in. For better transcripts set TRANSCRIPTION_API_KEY, '
    + 'TRANSCRIPTION_BASE_URL, DEEPGRAM_API_KEY or SHERPA_MODEL_DIR.',
};

export function acceptedCallView({ id, state }: Call): AcceptedCallDto {
  return { id, state, links: { self: `/api/n8n/calls/${id}` } };
}

/** A call as its owner sees it. Only a completed one shows a result: before that it may still change. */
export function callView({ call, transcript, analysis, usage }: CallWithResult): CallDto {
  const isCompleted = call.state === 'completed';
  return {
    id: call.id,
    state: call.state,
    source: call.source,
    externalId: call.externalId,
    leadCallId: call.leadCallId,
    direction: call.direction,
    from: call.fromNumber,
    to: call.toNumber,
    customerName: call.customerName,
    jobId: call.jobId,
    customerId: call.customerId,
    startedAt: call.occurredAt?.toISOString() ?? null,
    receivedAt: call.createdAt.toISOString(),
    attempts: call.attempts,
    skipReason: call.skipReason,
    skipMessage: call.skipReason && SKIP_REASONS[call.skipReason],
    error: call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage ?? '' },
    result: isCompleted && analysis ? resultView(analysis) : null,
    transcript: isCompleted && transcript ? transcriptView(transcript) : null,
    durationSeconds: numberOf(call.durationSeconds),
    processingSeconds: call.startedAt && call.finishedAt ? (call.finishedAt.getTime() - call.startedAt.getTime()) / 1_000 : null,
    usageMinutes: numberOf(usage?.minutes ?? null),
    engines: isCompleted && transcript && analysis ? { transcription: transcript.engine, analysis: analysis.engine } : null,
  };
}

function resultView(analysis: CallAnalysis): CallResultDto {
  const { sentiment, summary, keyPoints, reason, outcome, followUp, evidence, course } = analysis;
  // Stored as a 4-byte float, which prints as 0.9300000071525574.
  const confidence = Math.round(analysis.confidence * 10_000) / 10_000;
  return { sentiment, label: SENTIMENT_LABELS[sentiment], confidence, summary, keyPoints, reason, outcome, followUp, evidence, course };
}

function transcriptView({ engine, language, segments }: CallTranscript): CallTranscriptDto {
  return { engine, engineNote: ENGINE_NOTES[engine] ?? null, language, segments };
}

/** PostgreSQL's decimals come as text. */
function numberOf(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}
