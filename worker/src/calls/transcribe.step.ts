import { Injectable } from '@nestjs/common';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { sanitizeForStorage } from '@ringwell/domain/sanitize-for-storage';
import { swapSpeakers, type Transcript } from '@ringwell/domain/transcript';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import { channelsAreSwapped } from '../audio/channel-roles';
import type { DecodedAudio } from '../audio/decoded-audio';
import { Transcriber } from '../transcription/transcriber';
import type { ActiveRun } from './active-run';
import { CallSkipped } from './gate';

@Injectable()
export class TranscribeStep {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly transcriber: Transcriber,
    private readonly metrics: PipelineMetrics,
  ) {}

  /** @throws CallSkipped `no_speech` when no words were recognized */
  async transcribe(call: Call, audio: DecodedAudio, run: ActiveRun): Promise<Transcript> {
    const options = { signal: run.signal, hints: call.customerName ? [call.customerName] : [] };
    const recognized = sanitizeForStorage(
      await this.metrics.timeStep('transcribe', () => this.transcriber.transcribe(audio, options)),
    );
    if (recognized.segments.length === 0) throw new CallSkipped('no_speech');
    const hasTwoSides = audio.channels.length === 2;
    const { transcript, customerChannel } = assignSpeakers(recognized, hasTwoSides, call.customerChannel);
    await run.hold(this.runs.saveTranscript(run.lease, transcript, customerChannel));
    return transcript;
  }
}

// The left channel is the agent's, unless the call says otherwise or the greeting is clearly on the right one.
function assignSpeakers(
  transcript: Transcript,
  hasTwoSides: boolean,
  customerChannel: number | null,
): { transcript: Transcript; customerChannel: number | null } {
  if (!hasTwoSides) return { transcript, customerChannel: null };
  if (customerChannel !== null) return { transcript, customerChannel };
  return channelsAreSwapped(transcript)
    ? { transcript: swapSpeakers(transcript), customerChannel: 0 }
    : { transcript, customerChannel: 1 };
}
