import { Injectable } from '@nestjs/common';

import type { ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import { isEnglish } from '@ringwell/domain/calls/spoken-language';
import {
  hasKnownSpeakers,
  swapSpeakers,
  type Transcript,
  type TranscriptSegment,
} from '@ringwell/domain/calls/transcript';
import type { TimeRange } from '@ringwell/domain/redaction/time-range';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { annotateSpan } from '@ringwell/platform/tracing/span';

import type { DecodedAudio } from '../audio/decoded-audio';
import { totalSpeechSeconds } from '../audio/speech-detector';
import { assignSpeakers, type SpeakerAssignment } from '../speakers/assign-speakers';
import { callHints } from '../transcription/hints';
import { Transcriber } from '../transcription/transcriber';
import { transcriptQuality } from '../transcription/transcript-quality';
import type { ActiveRun } from './active-run';
import { CallSkipped } from './gate';

export interface TranscribedCall {
  /** Includes single words, for engines that return them. */
  transcript: Transcript;
  /** 0 or 1; `null` when the channels are not separate. */
  customerChannel: number | null;
}

@Injectable()
export class TranscribeStep {
  constructor(
    private readonly transcriber: Transcriber,
    private readonly metrics: PipelineMetrics,
  ) {}

  /**
   * @param configuredChannel the customer's channel if known; otherwise it's inferred from the words
   * @throws CallSkipped `no_speech` if no words were recognized, or the transcriber's error
   */
  async transcribe(
    { call, settings }: ClaimedCall,
    audio: DecodedAudio,
    run: ActiveRun,
    configuredChannel: number | null,
  ): Promise<TranscribedCall> {
    const options = {
      signal: run.signal,
      hints: callHints(call.customerName, settings.vocabulary),
      redact: settings.redaction !== 'off',
    };
    const recognized = sanitizeForStorage(
      await this.metrics.timeStep('transcribe', async () => {
        const transcript = await this.transcriber.transcribe(audio, options);
        annotateSpan({ 'ringwell.engine': transcript.engine });
        return transcript;
      }),
    );
    if (recognized.segments.length === 0) throw new CallSkipped('no_speech');
    const { transcript: assigned, customerChannel } = completeTranscript(recognized, audio, configuredChannel);
    // With two channels, a known channel already takes the swap into account.
    const isSwapped = call.speakersSwapped && customerChannel === null;
    return { transcript: isSwapped ? swapSpeakers(assigned) : assigned, customerChannel };
  }
}

/** Assigns speakers to a transcript supplied by the sender unless it already names them, and judges its quality. */
export function completeGivenTranscript(givenTranscript: Transcript): TranscribedCall {
  const given = recognizeEnglish(givenTranscript);
  const { transcript } = hasKnownSpeakers(given)
    ? { transcript: given }
    : assignSpeakers(given, { areSeparate: false, customerChannel: null });
  const quality = transcriptQuality(transcript);
  return { transcript: { ...transcript, ...(quality && { quality }) }, customerChannel: null };
}

// A customer's segment with at least this fraction of audio that both sides hear is treated as an announcement.
const MIN_SHARED_FRACTION = 0.8;

/**
 * Assigns speakers to an engine's result, and judges its quality. Drops the customer's segments that are announcements
 * heard by both sides.
 * @param customerChannel 0 or 1, if known
 */
export function completeTranscript(
  recognized: Transcript,
  { channels, areSidesUnclear = false, shared = [] }: Pick<DecodedAudio, 'channels' | 'areSidesUnclear' | 'shared'>,
  customerChannel: number | null,
): SpeakerAssignment {
  const layout = { areSeparate: channels.length === 2, customerChannel };
  const assigned = assignSpeakers(recognizeEnglish(recognized), layout);
  const segments = assigned.transcript.segments.filter(
    (segment) => segment.speaker !== 'customer' || overlapFraction(segment, shared) < MIN_SHARED_FRACTION,
  );
  const transcript = { ...assigned.transcript, segments, ...(areSidesUnclear && { speakersGuessed: true }) };
  const speechSeconds = totalSpeechSeconds(channels.map(({ speech }) => speech));
  const quality = transcriptQuality(transcript, speechSeconds);
  return { ...assigned, transcript: { ...transcript, ...(quality && { quality }) } };
}

// Many senders and some engines don't name the language. The built-in models only support English.
function recognizeEnglish(transcript: Transcript): Transcript {
  const { language, segments } = transcript;
  if (language !== 'und' || !isEnglish(segments.map(({ text }) => text).join(' '))) return transcript;
  return { ...transcript, language: 'en' };
}

function overlapFraction({ startMs, endMs }: TranscriptSegment, ranges: readonly TimeRange[]): number {
  const sharedMs = ranges.reduce(
    (sum, range) => sum + Math.max(Math.min(range.endMs, endMs) - Math.max(range.startMs, startMs), 0),
    0,
  );
  return sharedMs / Math.max(endMs - startMs, 1);
}
