import { Injectable } from '@nestjs/common';

import type { ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import { customerChannelIndex } from '@ringwell/domain/customer-channel';
import type { Transcript } from '@ringwell/domain/transcript';
import { WorkDirectoriesService } from '@ringwell/platform/media/work-directories.service';

import type { ActiveRun } from './active-run';
import { AnalyzeStep } from './analyze.step';
import { ConcludeStep } from './conclude.step';
import { FetchStep } from './fetch.step';
import { checkAccount, checkRecording } from './gate';
import { GateStep } from './gate.step';
import { ProbeStep } from './probe.step';
import { TranscribeStep } from './transcribe.step';

/**
 * The steps of a call, in order: gate, fetch, probe, transcribe, analyze, conclude. Results are saved under the lease,
 * and those that an earlier attempt saved are used instead of running their steps again.
 */
@Injectable()
export class CallPipeline {
  constructor(
    private readonly gateStep: GateStep,
    private readonly fetchStep: FetchStep,
    private readonly workDirectories: WorkDirectoriesService,
    private readonly probeStep: ProbeStep,
    private readonly transcribeStep: TranscribeStep,
    private readonly analyzeStep: AnalyzeStep,
    private readonly concludeStep: ConcludeStep,
  ) {}

  /** @throws CallSkipped, RecordingPending, RunStopped, or the error of the step that failed */
  async run(claimed: ClaimedCall, run: ActiveRun): Promise<void> {
    const { call, account, settings } = claimed;
    checkAccount(call, account);
    let transcript = savedTranscript(claimed);
    if (!transcript) {
      const gate = await this.gateStep.check(claimed);
      const recordingKey = await this.fetchStep.fetch(call, run);
      // A channel that an earlier run has detected does not count: the settings may have changed since.
      const customerChannel = call.speakersSwapped
        ? call.customerChannel
        : customerChannelIndex(settings.customerChannel);
      const workDirectory = await this.workDirectories.create();
      try {
        const { audio, speechSeconds } = await this.probeStep.probe(
          recordingKey,
          workDirectory.path,
          run,
          customerChannel,
        );
        checkRecording(gate, call.direction, { durationSeconds: audio.durationSeconds, speechSeconds });
        transcript = await this.transcribeStep.transcribe(claimed, audio, run, customerChannel);
      } finally {
        await workDirectory.remove();
      }
    }
    const analysis = claimed.analysis ?? (await this.analyzeStep.analyze(claimed, transcript, run));
    await this.concludeStep.conclude(claimed, transcript, analysis, run);
  }
}

// PostgreSQL returns the duration as text.
function savedTranscript({ transcript }: ClaimedCall): Transcript | null {
  if (!transcript) return null;
  const { engine, language, durationSeconds, speakersGuessed, segments, quality, qualityScore } = transcript;
  return {
    engine,
    language,
    durationSeconds: Number(durationSeconds),
    speakersGuessed,
    segments,
    ...(quality !== null && qualityScore !== null && { quality: { level: quality, score: qualityScore } }),
  };
}
