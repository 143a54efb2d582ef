import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { getAskedToBook, getReached } from '@ringwell/domain/calls/booking';
import { normalizeBookingFact } from '@ringwell/domain/calls/booking-fact';
import { skipMessage } from '@ringwell/domain/calls/call';
import { callLabelName } from '@ringwell/domain/calls/call-label';
import { getCallText, toExternalFollowUp, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import { engineNote } from '@ringwell/domain/calls/engine-note';
import { toLabelCorrection } from '@ringwell/domain/calls/label-correction';
import { readRecordingLoss } from '@ringwell/domain/calls/recording-loss';

import { toDto } from '../http/response/to-dto';
import type { FullCall } from './calls.service';
import type { AcceptedCallDto } from './dto/accepted-call.dto';
import { CallResultDto, type CallTranscriptDto, type TranscriptQualityDto } from './dto/call-result.dto';
import { CallDto } from './dto/call.dto';
import type { CallWordsDto } from './dto/edit-words.dto';
import { FullCallDto } from './dto/full-call.dto';
import type { TranscriptDto } from './dto/transcript.dto';
import { isRecordingAvailable } from './recording-file';

/** @param basePath the route for getting the call, such as `/api/n8n/calls` */
export function acceptedCallView({ id, state }: Pick<Call, 'id' | 'state'>, basePath: string): AcceptedCallDto {
  return { id, state, links: { self: `${basePath}/${id}` } };
}

/** Returns the current run's state with the latest result, which may come from an earlier run. */
export function callView(fullCall: FullCall): CallDto {
  const { call, customer, agentName, transcript, analysis, usage, isWriting, correction, bookingFact } = fullCall;
  return toDto(CallDto, call, {
    from: call.fromNumber,
    to: call.toNumber,
    customer,
    agentName,
    agentSource: agentName === null ? null : call.agentSource,
    startedAt: call.occurredAt,
    receivedAt: call.createdAt,
    skipMessage:
      call.skipReason &&
      skipMessage(call.skipReason, { durationSeconds: parseDecimal(call.durationSeconds), skipLimit: call.skipLimit }),
    error: call.errorCode === null ? null : { code: call.errorCode, message: call.errorMessage ?? '' },
    result: analysis && resultView(analysis, call),
    isWriting,
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
  });
}

/** Returns the call for the web app, including the player's data. The transcript has its own route. */
export function fullCallView(fullCall: FullCall): FullCallDto {
  const { call, usage } = fullCall;
  const { transcript, ...view } = callView(fullCall);
  const self = `/api/calls/${call.id}`;
  const { callData } = usage ?? {};
  return toDto(FullCallDto, call, {
    ...view,
    hasRecording: isRecordingAvailable(call),
    hasGivenTranscript: call.hasGivenTranscript ?? false,
    tones: call.tones ?? [],
    recordingExpiredAt: call.hasGivenTranscript ? null : call.recordingExpiredAt,
    transcriptExpiredAt: call.resultRunNumber === null ? null : call.wordsExpiredAt,
    words: fullCall.analysis && wordsView(fullCall.analysis, fullCall),
    record: callData
      ? { database: callData.database, databaseDisplayName: callData.databaseDisplayName, storedAt: callData.storedAt }
      : null,
    links: {
      self,
      audio: isRecordingAvailable(call) ? `${self}/audio` : null,
      transcript: transcript && `${self}/transcript`,
      deliveries: `${self}/deliveries`,
    },
  });
}

export function transcriptDocument(transcript: CallTranscript): TranscriptDto {
  const { callId, durationSeconds, text } = transcript;
  return { callId, durationSeconds: Number(durationSeconds), ...transcriptView(transcript), text };
}

function resultView(analysis: CallAnalysis, { direction }: Call): CallResultDto {
  const { reached, appliedRules } = analysis;
  const callText = getCallText(analysis);
  return toDto(CallResultDto, analysis, {
    label: callLabelName(analysis),
    confidence: Math.round(analysis.confidence * 10_000) / 10_000,
    asked: getAskedToBook(analysis),
    reached: getReached({ direction, reached }),
    writer: callText.summary === null ? null : analysis.writer,
    summary: formatCallTextLine(callText),
    keyPoints: [...callText.points],
    reason: '',
    outcome: '',
    followUp: toExternalFollowUp(analysis),
    appliedRules: appliedRules && {
      ...appliedRules,
      original: { ...appliedRules.original, label: callLabelName(appliedRules.original) },
    },
  });
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
