import { Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { CallRunsRepository, type ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { omitWords, type Transcript } from '@ringwell/domain/calls/transcript';
import { redactSegments, redactText } from '@ringwell/domain/redaction/redact-transcript';
import { mergeRanges, type TimeRange } from '@ringwell/domain/redaction/time-range';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import type { ActiveRun } from './active-run';
import { RecordingRedactionService } from './recording-redaction.service';
import type { TranscribedCall } from './transcribe.step';

export interface RedactedCall {
  transcript: Transcript;
  /** Ranges in the stored recording that still need a tone. */
  pendingTones: readonly TimeRange[];
}

@Injectable()
export class RedactStep {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly recordings: RecordingRedactionService,
    private readonly metrics: PipelineMetrics,
  ) {}

  /** Redacts a call's details like `redactDetails`, and saves the customer's name. */
  async redactDetails(claimed: ClaimedCall, run: ActiveRun): Promise<ClaimedCall> {
    const { customerName } = claimed.call;
    const redacted = redactDetails(claimed.call, claimed.settings);
    if (customerName !== null && redacted.call.customerName !== customerName)
      await run.writeUnderLease(this.runs.saveCustomerName(run.lease, redacted.call.customerName, customerName));
    return { ...claimed, ...redacted };
  }

  /**
   * Redacts card numbers and similar data in the transcript, and saves it with their positions in the recording. The
   * original words aren't stored anywhere.
   */
  redact(claimed: ClaimedCall, transcribedCall: TranscribedCall, run: ActiveRun): Promise<RedactedCall> {
    return this.metrics.timeStep('redact', async () => {
      const { transcript, customerChannel } = transcribedCall;
      const { segments, ranges } =
        claimed.settings.redaction === 'off'
          ? { segments: transcript.segments, ranges: [] }
          : redactSegments(transcript.segments);
      const savedTranscript = omitWords({ ...transcript, segments });
      const audio = nextAudioState(claimed, ranges);
      await run.writeUnderLease(this.runs.saveTranscript(run.lease, savedTranscript, customerChannel, audio));
      return {
        transcript: savedTranscript,
        pendingTones: audio.audioRedaction === 'pending' ? (audio.tones ?? []) : [],
      };
    });
  }

  /**
   * Redacts a transcript that is already stored, possibly from before the account turned redaction on. If it contains
   * nothing new to redact, only pending tones remain.
   */
  async redactSavedTranscript(claimed: ClaimedCall, transcript: Transcript, run: ActiveRun): Promise<RedactedCall> {
    const { customerChannel, audioRedaction, tones } = claimed.call;
    const { segments } = redactSegments(transcript.segments);
    const isRedacted = segments.every(({ text }, index) => text === transcript.segments[index]?.text);
    if ((claimed.settings.redaction === 'off' || isRedacted) && audioRedaction !== 'unchecked')
      return { transcript, pendingTones: audioRedaction === 'pending' ? (tones ?? []) : [] };
    return this.redact(claimed, { transcript, customerChannel }, run);
  }

  /**
   * Adds pending tones to the stored recording.
   * @throws like `RecordingRedactionService.redact`
   */
  async redactAudio(
    { recordingKey, hasPlayableCopy }: Pick<Call, 'recordingKey' | 'hasPlayableCopy'>,
    { transcript, pendingTones }: RedactedCall,
    run: ActiveRun,
  ): Promise<void> {
    if (recordingKey === null || pendingTones.length === 0) return;
    const { durationSeconds } = transcript;
    await this.recordings.redact({ recordingKey, hasPlayableCopy, tones: pendingTones, durationSeconds }, run);
  }
}

/**
 * Redacts card numbers and similar data in the customer's name and the account's terms, because engines and people read
 * them. Changes nothing if the account has turned redaction off.
 */
export function redactDetails<
  C extends Pick<Call, 'customerName'>,
  S extends Pick<AccountSettings, 'redaction' | 'vocabulary'>,
>(call: C, settings: S): { call: C; settings: S } {
  if (settings.redaction === 'off') return { call, settings };
  return {
    call: { ...call, customerName: call.customerName === null ? null : redactText(call.customerName) },
    settings: { ...settings, vocabulary: settings.vocabulary.map(redactText) },
  };
}

// Ranges found by an earlier run stay pending even if the setting has changed.
function nextAudioState(
  { call, settings }: ClaimedCall,
  ranges: readonly TimeRange[],
): Pick<Call, 'audioRedaction' | 'tones'> {
  const { audioRedaction, tones } = call;
  if (settings.redaction !== 'transcript_and_audio' || call.hasGivenTranscript) return { audioRedaction, tones };
  const existingTones = tones ?? [];
  const isNew =
    audioRedaction === 'done' ? ranges.some((range) => !isCovered(range, existingTones)) : ranges.length > 0;
  const isPending = isNew || audioRedaction === 'pending';
  return { audioRedaction: isPending ? 'pending' : 'done', tones: mergeRanges([...existingTones, ...ranges]) };
}

function isCovered({ startMs, endMs }: TimeRange, tones: readonly TimeRange[]): boolean {
  return tones.some((tone) => tone.startMs <= startMs && endMs <= tone.endMs);
}
