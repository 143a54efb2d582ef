import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { CallWithResult } from '@ringwell/database/calls/calls.repository';
import { getAskedToBook, getReached } from '@ringwell/domain/calls/booking';
import { normalizeBookingFact } from '@ringwell/domain/calls/booking-fact';
import { skipMessage } from '@ringwell/domain/calls/call';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import { getCallText, toExternalFollowUp, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import { engineNote } from '@ringwell/domain/calls/engine-note';
import { toLabelCorrection } from '@ringwell/domain/calls/label-correction';
import { readRecordingLoss } from '@ringwell/domain/calls/recording-loss';
import { pickServiceTitanFields } from '@ringwell/domain/calls/service-titan-fields';

import type { FullCall } from './calls.service';
import type { AcceptedCallDto } from './dto/accepted-call.dto';
import type { CallResultDto, CallTranscriptDto, TranscriptQualityDto } from './dto/call-result.dto';
import type { CallDto } from './dto/call.dto';
import type { CallWordsDto } from './dto/edit-words.dto';
import type { FullCallDto } from './dto/full-call.dto';
import type { TranscriptDto } from './dto/transcript.dto';
import { isRecordingAvailable } from './recording-file';

/** @param basePath the route for getting the call, such as `/api/n8n/calls` */
export function acceptedCallView({ id, state }: Pick<Call, 'id' | 'state'>, basePath: string): AcceptedCallDto {
  return { id, state, links: { self: `${basePath}/${id}` } };
}

/** Returns the current run's state with the latest result, which may come from an earlier run. */
export function callView(callWithResult: CallWithResult): CallDto {
  const { call, agentName, transcript, analysis, usage, correction, bookingFact } = callWithResult;
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
    agentName,
    agentSource: agentName === null ? null : call.agentSource,
    jobId: call.jobId,
    customerId: call.customerId,
    ...pickServiceTitanFields(call),
    startedAt: call.occurredAt?.toISOString() ?? null,
    receivedAt: call.createdAt.toISOString(),
    attempts: call.attempts,
    skipReason: call.skipReason,
    skipMessage:
      call.skipReason &&
      skipMessage(call.skipReason, { durationSeconds: parseDecimal(call.durationSeconds), skipLimit: call.skipLimit }),
    error: call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage ?? '' },
    result: analysis && resultView(analysis, call),
    correction: correction && toLabelCorrection(correction),
    bookingFact: bookingFact && normalizeBookingFact(bookingFact),
    transcript: transcript && transcriptView(transcript),
    transcriptQuality: transcript && transcriptQualityView(transcript),
    durationSeconds: parseDecimal(call.durationSeconds),
    recordingLoss: readRecordingLoss(call),
    processingSeconds:
      call.startedAt && call.finishedAt ? (call.finishedAt.getTime() - call.startedAt.getTime()) / 1_000 : null,
    usageMinutes: parseDecimal(usage?.minutes ?? null),
    engines:
      transcript && analysis
        ? { transcription: transcript.engine, analysis: analysis.engine, fallbackFrom: analysis.fallbackFrom }
        : null,
  };
}

/** Returns the call for the web app, including the player's data. The transcript has its own route. */
export function fullCallView(fullCall: FullCall): FullCallDto {
  const { call, usage, customer } = fullCall;
  const { transcript, ...view } = callView(fullCall);
  const self = `/api/calls/${call.id}`;
  const { callData } = usage ?? {};
  return {
    ...view,
    customer,
    runNumber: call.runNumber,
    resultRunNumber: call.resultRunNumber,
    hasRecording: isRecordingAvailable(call),
    hasGivenTranscript: call.hasGivenTranscript ?? false,
    audioRedaction: call.audioRedaction,
    tones: call.tones ?? [],
    recordingExpiredAt: call.hasGivenTranscript ? null : (call.recordingExpiredAt?.toISOString() ?? null),
    transcriptExpiredAt: call.resultRunNumber === null ? null : (call.wordsExpiredAt?.toISOString() ?? null),
    words: fullCall.analysis && wordsView(fullCall.analysis, fullCall),
    peaks: call.peaks,
    customerChannel: call.customerChannel,
    record: callData
      ? { database: callData.database, databaseDisplayName: callData.databaseDisplayName, storedAt: callData.storedAt }
      : null,
    links: {
      self,
      audio: isRecordingAvailable(call) ? `${self}/audio` : null,
      transcript: transcript && `${self}/transcript`,
      deliveries: `${self}/deliveries`,
    },
  };
}

export function transcriptDocument(transcript: CallTranscript): TranscriptDto {
  const { callId, durationSeconds, text } = transcript;
  return { callId, durationSeconds: Number(durationSeconds), ...transcriptView(transcript), text };
}

function resultView(analysis: CallAnalysis, { direction }: Call): CallResultDto {
  const { sentiment, needsReview, reviewReason, topic, booking, reached, evidence, course, appliedRules } = analysis;
  const callText = getCallText(analysis);
  return {
    sentiment,
    flags: analysis.flags,
    needsReview,
    reviewReason,
    label: callLabelName(analysis),
    confidence: Math.round(analysis.confidence * 10_000) / 10_000,
    topic,
    booking,
    asked: getAskedToBook(analysis),
    reached: getReached({ direction, reached }),
    writer: callText.summary === null ? null : analysis.writer,
    summary: formatCallTextLine(callText),
    keyPoints: [...callText.points],
    reason: '',
    outcome: '',
    followUp: toExternalFollowUp(analysis),
    evidence,
    course,
    appliedRules: appliedRules && {
      ...appliedRules,
      original: { ...appliedRules.original, label: callLabelName(appliedRules.original) },
    },
  };
}

function wordsView({ originalWords }: CallAnalysis, { isWriting, edits }: FullCall): CallWordsDto {
  const { summary, instruction, booking, asked, reached } = originalWords ?? {};
  const originalOrNull = <T>(value: T | null | undefined): T | '' | null =>
    value === undefined ? null : (value ?? '');
  return {
    isWriting,
    edits: edits.map((edit) => ({ ...edit, editedAt: edit.editedAt.toISOString() })),
    originalSummary: summary?.summary ?? null,
    originalInstruction: originalOrNull(instruction),
    originalBooking: originalOrNull(booking),
    originalAsked: originalOrNull(asked),
    originalReached: originalOrNull(reached),
  };
}

function transcriptView({ engine, language, speakersGuessed, segments }: CallTranscript): CallTranscriptDto {
  return { engine, engineNote: engineNote(engine), language, speakersGuessed, segments };
}

function transcriptQualityView({ quality, qualityScore }: CallTranscript): TranscriptQualityDto | null {
  return quality === null || qualityScore === null ? null : { level: quality, score: qualityScore };
}

// `pg` returns numeric columns as text.
function parseDecimal(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}
