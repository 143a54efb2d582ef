import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable, Module, type DynamicModule, type Provider } from '@nestjs/common';

import type { Call } from '@ringwell/database/entities/call.entity';
import { CallRunsRepository } from '@ringwell/database/repositories/call-runs.repository';
import type { Analysis } from '@ringwell/domain/analysis';
import type { Transcript } from '@ringwell/domain/transcript';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';

import { Analyst } from '../worker/src/analysis/analyst';
import type { DecodedRecording } from '../worker/src/audio/decode-recording';
import type { DecodedAudio } from '../worker/src/audio/decoded-audio';
import type { ActiveRun } from '../worker/src/calls/active-run';
import { FetchStep } from '../worker/src/calls/fetch.step';
import { ProbeStep } from '../worker/src/calls/probe.step';
import { EnginesModule } from '../worker/src/engines.module';
import { Transcriber } from '../worker/src/transcription/transcriber';
import { WorkerIdentity } from '../worker/src/worker-identity';
import { WorkerModule } from '../worker/src/worker.module';
import { ANALYSIS, PROBE, TRANSCRIPT } from './instant-results';

/** Calls that a worker with instant engines runs at once when WORKER_SLOTS does not say. */
const DEFAULT_SLOTS = 50;

/** Milliseconds that recognition takes, as one on another machine would. */
const recognitionMs = (): number => Number(process.env['BENCH_RECOGNITION_MS'] ?? 0);

@Injectable()
class InstantFetchStep {
  fetch(call: Call): Promise<string> {
    return Promise.resolve(call.recordingKey ?? '');
  }
}

@Injectable()
class InstantProbeStep {
  constructor(private readonly runs: CallRunsRepository) {}

  /** Saves what the real step saves. */
  async probe(_call: Call, recordingKey: string, workDir: string, run: ActiveRun): Promise<DecodedRecording> {
    await run.hold(this.runs.saveProbe(run.lease, PROBE));
    const audio: DecodedAudio = {
      sourcePath: recordingKey,
      mimeType: PROBE.recordingType,
      durationSeconds: PROBE.durationSeconds,
      channels: [],
      workDir,
    };
    return { audio, channelCount: PROBE.channelCount, peaks: PROBE.peaks, speechSeconds: PROBE.durationSeconds * 0.8 };
  }
}

class InstantTranscriber extends Transcriber {
  readonly engine = 'instant';

  async transcribe(): Promise<Transcript> {
    if (recognitionMs() > 0) await sleep(recognitionMs());
    return TRANSCRIPT;
  }
}

class InstantAnalyst extends Analyst {
  readonly engine = 'instant';

  analyse(): Promise<Analysis> {
    return Promise.resolve(ANALYSIS);
  }
}

@Module({
  providers: [
    { provide: Transcriber, useClass: InstantTranscriber },
    { provide: Analyst, useClass: InstantAnalyst },
    {
      provide: WorkerIdentity,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new WorkerIdentity(config.WORKER_SLOTS ?? DEFAULT_SLOTS, { transcription: 'instant', analysis: 'instant' }),
    },
  ],
  exports: [Transcriber, Analyst, WorkerIdentity],
})
class InstantEnginesModule {}

const INSTANT_STEPS: Provider[] = [
  { provide: FetchStep, useClass: InstantFetchStep },
  { provide: ProbeStep, useClass: InstantProbeStep },
];

/** The product's worker as it is, but what costs time outside of it takes none: decoding, recognition, analysis. */
export function instantWorkerModule(config: Config, logger: Logger): DynamicModule {
  const { imports = [], providers = [], ...worker } = WorkerModule.with(config, logger);
  const steps: Provider[] = [FetchStep, ProbeStep];
  if (!imports.includes(EnginesModule) || !steps.every((step) => providers.includes(step)))
    throw new Error('The worker is composed in another way than the bench knows.');
  return {
    ...worker,
    imports: imports.map((imported) => (imported === EnginesModule ? InstantEnginesModule : imported)),
    providers: [...providers.filter((provider) => !steps.includes(provider)), ...INSTANT_STEPS],
  };
}
