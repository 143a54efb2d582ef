import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { Judgment } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { WorkDirectoriesService, type WorkDirectory } from '@ringwell/platform/media/work-directories.service';

import { Judge } from '../../worker/src/analysis/analyst';
import { LocalAnalyst } from '../../worker/src/analysis/engines/local/local.analyst';
import type { DecodedAudio } from '../../worker/src/audio/decoded-audio';
import type { ActiveRun } from '../../worker/src/calls/active-run';
import { CallsModule } from '../../worker/src/calls/calls.module';
import { FetchStep } from '../../worker/src/calls/fetch.step';
import { ProbeStep, type ProbedRecording } from '../../worker/src/calls/probe.step';
import { EnginesModule } from '../../worker/src/engines.module';
import { Transcriber } from '../../worker/src/transcription/transcriber';
import { WorkerIdentity } from '../../worker/src/worker-identity';
import { WorkerModule } from '../../worker/src/worker.module';
import { LONG_RECORDING_KEY } from './bench-data';
import { ANALYSIS, PROBE, TRANSCRIPT } from './instant-results';

/** Concurrent calls if WORKER_SLOTS isn't set. */
const DEFAULT_SLOTS = 50;

/** How long the simulated remote recognizer takes. `LONG_RECORDING_KEY` has its own setting. */
function recognitionMs(recordingKey: string): number {
  return Number(
    process.env[recordingKey === LONG_RECORDING_KEY ? 'BENCH_LONG_RECOGNITION_MS' : 'BENCH_RECOGNITION_MS'] ?? 0,
  );
}

@Injectable()
class InstantFetchStep implements Pick<FetchStep, keyof FetchStep> {
  fetch(call: Pick<Call, 'recordingKey'>): Promise<string> {
    return Promise.resolve(call.recordingKey ?? '');
  }
}

@Injectable()
class InstantProbeStep implements Pick<ProbeStep, keyof ProbeStep> {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly workDirectories: WorkDirectoriesService,
  ) {}

  createWorkDirectory(): Promise<WorkDirectory> {
    return this.workDirectories.create();
  }

  async probe(
    _call: Pick<Call, 'source'>,
    recordingKey: string,
    workDir: string,
    run: ActiveRun,
  ): Promise<ProbedRecording> {
    await run.writeUnderLease(this.runs.saveProbe(run.lease, PROBE));
    const audio: DecodedAudio = {
      sourcePath: recordingKey,
      mimeType: PROBE.recordingType,
      durationSeconds: PROBE.durationSeconds,
      channels: [],
      workDir,
    };
    return {
      audio,
      channelCount: PROBE.channelCount,
      peaks: PROBE.peaks,
      speechSeconds: PROBE.durationSeconds * 0.8,
      isPlain: true,
      needsCopy: false,
      hasPlayableCopy: false,
    };
  }
}

class InstantTranscriber extends Transcriber {
  readonly engine = 'instant';

  async transcribe({ sourcePath }: DecodedAudio): Promise<Transcript> {
    const ms = recognitionMs(sourcePath);
    if (ms > 0) await sleep(ms);
    return TRANSCRIPT;
  }
}

class InstantJudge extends Judge {
  readonly engine = new LocalAnalyst().engine; // its labels aren't checked by a second judge

  judge(): Promise<Judgment> {
    return Promise.resolve({ ...ANALYSIS, engine: this.engine, followUpNeeded: ANALYSIS.followUp.needed });
  }
}

const INSTANT_ENGINES: Provider[] = [
  { provide: Transcriber, useClass: InstantTranscriber },
  { provide: Judge, useClass: InstantJudge },
  {
    provide: WorkerIdentity,
    inject: [CONFIG],
    useFactory: (config: Config) =>
      new WorkerIdentity(
        () => config.WORKER_SLOTS ?? DEFAULT_SLOTS,
        () => ({
          transcription: 'instant',
          analysis: 'instant',
        }),
      ),
  },
];

const INSTANT_STEPS: Provider[] = [
  { provide: FetchStep, useClass: InstantFetchStep },
  { provide: ProbeStep, useClass: InstantProbeStep },
];

/** The product's worker with decoding, recognition and analysis replaced by instant steps. */
export function instantWorkerModule(config: Config, logger: Logger): DynamicModule {
  replaceProviders(EnginesModule, INSTANT_ENGINES);
  replaceProviders(CallsModule, INSTANT_STEPS);
  return WorkerModule.with(config, logger);
}

/** Edits the module's metadata, because only Nest's testing package can override providers. */
function replaceProviders(module: Type, replacements: Provider[]): void {
  const declaredProviders = Reflect.getMetadata(MODULE_METADATA.PROVIDERS, module) as Provider[];
  const replacedTokens = new Set(replacements.map(injectionToken));
  const keptProviders = declaredProviders.filter((provider) => !replacedTokens.has(injectionToken(provider)));
  if (declaredProviders.length - keptProviders.length !== replacements.length)
    throw new Error(`${module.name} no longer declares the providers to replace: update lab/bench/instant-engines.ts.`);
  Reflect.defineMetadata(MODULE_METADATA.PROVIDERS, [...keptProviders, ...replacements], module);
}

function injectionToken(provider: Provider): unknown {
  return typeof provider === 'function' ? provider : provider.provide;
}
