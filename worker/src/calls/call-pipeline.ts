import { Injectable } from '@nestjs/common';

import type { ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import { customerChannelIndex } from '@ringwell/domain/calls/customer-channel';
import { readRecordingLoss } from '@ringwell/domain/calls/recording-loss';
import type { Transcript } from '@ringwell/domain/calls/transcript';

import type { ActiveRun } from './active-run';
import { AnalyzeStep } from './analyze.step';
import { ConcludeStep } from './conclude.step';
import { FetchStep } from './fetch.step';
import { checkAccount, assertAnswered, checkRecording } from './gate';
import { GateStep } from './gate.step';
import { ProbeStep } from './probe.step';
import { RedactStep, type RedactedCall } from './redact.step';
import { toTranscript } from './stored-transcript';
import { completeGivenTranscript, TranscribeStep } from './transcribe.step';

/**
 * Runs a call's steps in order: gate, fetch, probe, transcribe, redact, redact the audio, analyze, conclude. Results
 * are saved under the lease, and steps whose result was saved by an earlier attempt are skipped. A call that came with
 * its transcript skips fetch, probe and transcribe.
 */
@Injectable()
export class CallPipeline {
  constructor(
    private readonly gateStep: GateStep,
    private readonly fetchStep: FetchStep,
    private readonly probeStep: ProbeStep,
    private readonly transcribeStep: TranscribeStep,
    private readonly redactStep: RedactStep,
    private readonly analyzeStep: AnalyzeStep,
    private readonly concludeStep: ConcludeStep,
  ) {}

  /** @throws CallSkipped, RecordingPending, RunStopped, or the failed step's error */
  async run(claimedCall: ClaimedCall, run: ActiveRun): Promise<void> {
    const claimed = await this.redactStep.redactDetails(claimedCall, run);
    const { call, settings } = claimed;
    checkAccount(call, claimed.account);
    assertAnswered(call);
    const savedTranscript = claimed.transcript && toTranscript(claimed.transcript);
    let { recordingKey, hasPlayableCopy } = call;
    let loss = readRecordingLoss(call);
    let redactedCall = call.hasGivenTranscript
      ? await this.redactGivenTranscript(claimed, savedTranscript, run)
      : savedTranscript && (await this.redactStep.redactSavedTranscript(claimed, savedTranscript, run));
    if (!redactedCall) {
      const gate = await this.gateStep.check(claimed);
      recordingKey = await this.fetchStep.fetch(call, run);
      // A channel detected by an earlier run is ignored, because the settings may have changed since.
      const customerChannel = call.speakersSwapped
        ? call.customerChannel
        : customerChannelIndex(settings.customerChannel);
      const workDirectory = await this.probeStep.createWorkDirectory();
      try {
        const recording = await this.probeStep.probe(call, recordingKey, workDirectory.path, run, customerChannel);
        const { audio, speechSeconds } = recording;
        loss = recording.loss ?? null;
        hasPlayableCopy = recording.hasPlayableCopy;
        // A call isn't skipped as too short just because most of its recording is unreadable.
        const durationSeconds = loss?.statedSeconds ?? audio.durationSeconds;
        checkRecording(gate, call.direction, { durationSeconds, speechSeconds });
        const transcribedCall = await this.transcribeStep.transcribe(claimed, audio, run, customerChannel);
        redactedCall = await this.redactStep.redact(claimed, transcribedCall, run);
      } finally {
        await workDirectory.remove();
      }
    }
    const { transcript } = redactedCall;
    await this.redactStep.redactAudio({ recordingKey, hasPlayableCopy }, redactedCall, run);
    const analysis = claimed.analysis ?? (await this.analyzeStep.analyze(claimed, transcript, loss, run));
    await this.concludeStep.conclude(claimed, transcript, analysis, run);
  }

  private async redactGivenTranscript(
    claimed: ClaimedCall,
    transcript: Transcript | null,
    run: ActiveRun,
  ): Promise<RedactedCall> {
    if (!transcript) throw new Error('The call has neither a recording nor a transcript.');
    const { durationSeconds } = transcript;
    checkRecording(await this.gateStep.check(claimed), claimed.call.direction, {
      durationSeconds,
      speechSeconds: durationSeconds,
    });
    return this.redactStep.redact(claimed, completeGivenTranscript(transcript), run);
  }
}
