import { Injectable } from '@nestjs/common';

import { CallRunsRepository, type ClaimedCall } from '@ringwell/database/repositories/call-runs.repository';
import { UsageRepository } from '@ringwell/database/repositories/usage.repository';
import type { Analysis } from '@ringwell/domain/analysis';
import { storable } from '@ringwell/domain/storable';
import { swapSpeakers, type Transcript } from '@ringwell/domain/transcript';
import { usagePeriodOf } from '@ringwell/domain/usage-period';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import { Analyst } from '../analysis/analyst';
import { channelsAreSwapped } from '../audio/channel-roles';
import { Transcriber } from '../transcription/transcriber';
import type { ActiveRun } from './active-run';
import { CallSkipped, checkMinuteLimit, checkRecording, checkSwitches, gateSettingsFor } from './gate';
import { PrepareRecording } from './prepare-recording';
import { WorkDirectories } from './work-directory';

/** The steps between a claimed call and its result. Each result is saved under the lease as soon as it is there. */
@Injectable()
export class CallSteps {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly usage: UsageRepository,
    private readonly recordings: PrepareRecording,
    private readonly workDirectories: WorkDirectories,
    private readonly transcriber: Transcriber,
    private readonly analyst: Analyst,
    private readonly metrics: PipelineMetrics,
  ) {}

  /**
   * The transcript: saved by an earlier try, or made now.
   * @throws CallSkipped when the gate stops the call
   */
  async transcript({ call, user, settings, transcript: saved }: ClaimedCall, run: ActiveRun): Promise<Transcript> {
    if (saved) return { ...saved, durationSeconds: Number(saved.durationSeconds) };
    const wasCounted = call.runNumber > 1 && (await this.usage.hasRecordOf(call.id));
    const gate = gateSettingsFor({ source: call.source, wasCounted }, settings);
    checkSwitches(gate, call.direction);
    const period = usagePeriodOf(user, settings, new Date());
    if (gate.usageLimitEnabled) checkMinuteLimit(gate, await this.usage.minutesIn(user.id, period));
    const recordingKey = await this.metrics.timeStep('fetch', () => this.recordings.fetch(call, run));
    return this.workDirectories.use(async (workDir) => {
      const decoded = await this.metrics.timeStep('probe', () =>
        this.recordings.decode(call, recordingKey, workDir, run),
      );
      checkRecording(gate, call.direction, {
        durationSeconds: decoded.audio.durationSeconds,
        speechSeconds: decoded.speechSeconds,
      });
      const hints = call.customerName ? [call.customerName] : [];
      const options = { signal: run.signal, hints };
      const heard = storable(
        await this.metrics.timeStep('transcribe', () => this.transcriber.transcribe(decoded.audio, options)),
      );
      if (heard.segments.length === 0) throw new CallSkipped('no_speech');
      const { transcript, customerChannel } = assignSpeakers(
        heard,
        decoded.audio.channels.length === 2,
        call.customerChannel,
      );
      await run.hold(this.runs.saveTranscript(run.lease, transcript, customerChannel));
      return transcript;
    });
  }

  /** The analysis: saved by an earlier try, or made now. */
  async analysis({ call, analysis: saved }: ClaimedCall, transcript: Transcript, run: ActiveRun): Promise<Analysis> {
    if (saved) return saved;
    const context = { direction: call.direction ?? undefined, customerName: call.customerName ?? undefined };
    const options = { signal: run.signal };
    const analysis = storable(
      await this.metrics.timeStep('analyse', () => this.analyst.analyse(transcript, context, options)),
    );
    await run.hold(this.runs.saveAnalysis(run.lease, analysis));
    return analysis;
  }
}

/** Left is the agent unless the call says otherwise, or the greeting is clearly heard on the other side. */
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
