import { Injectable } from '@nestjs/common';

import { CallRunsRepository, type ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import { redactSegments, redactText } from '@ringwell/domain/redaction/redact-transcript';
import { withoutWords, type Transcript } from '@ringwell/domain/transcript';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import type { ActiveRun } from './active-run';
import type { TranscribedCall } from './transcribe.step';

@Injectable()
export class RedactStep {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly metrics: PipelineMetrics,
  ) {}

  /**
   * Removes card numbers and the like from what the sender and the account say about the call, which goes to engines
   * and people.
   */
  async redactDetails(claimed: ClaimedCall, run: ActiveRun): Promise<ClaimedCall> {
    const { call, settings } = claimed;
    if (settings.redaction === 'off') return claimed;
    const customerName = call.customerName === null ? null : redactText(call.customerName);
    if (customerName !== call.customerName) await run.hold(this.runs.saveCustomerName(run.lease, customerName));
    return {
      ...claimed,
      call: { ...call, customerName },
      settings: { ...settings, vocabulary: settings.vocabulary.map(redactText) },
    };
  }

  /** Removes card numbers and the like from the transcript, and saves it. Nothing else ever has the words. */
  async redact(
    { settings }: ClaimedCall,
    { transcript, customerChannel }: TranscribedCall,
    run: ActiveRun,
  ): Promise<Transcript> {
    const redacted = await this.metrics.timeStep('redact', () =>
      Promise.resolve(settings.redaction === 'off' ? transcript : redactTranscript(transcript)),
    );
    const stored = withoutWords(redacted);
    await run.hold(this.runs.saveTranscript(run.lease, stored, customerChannel));
    return stored;
  }

  /** The same for a transcript that is stored already, perhaps from before the account had it redacted. */
  async redactSaved({ call, settings }: ClaimedCall, transcript: Transcript, run: ActiveRun): Promise<Transcript> {
    if (settings.redaction === 'off') return transcript;
    const { segments } = redactSegments(transcript.segments);
    if (segments.every(({ text }, at) => text === transcript.segments[at]?.text)) return transcript;
    return this.redact({ settings } as ClaimedCall, { transcript, customerChannel: call.customerChannel }, run);
  }
}

function redactTranscript(transcript: Transcript): Transcript {
  return { ...transcript, segments: redactSegments(transcript.segments).segments };
}
