import { availableParallelism } from 'node:os';

import { Module } from '@nestjs/common';

import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';
import { NO_RECOGNIZER } from '@ringwell/domain/calls/engine-note';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import { Judge, Writer } from './analysis/analyst';
import { CautiousAnalyst } from './analysis/cautious.analyst';
import { LocalWriter } from './analysis/engines/llama/local.writer';
import { LlmAnalyst, type LlmAnalystOptions } from './analysis/engines/llm/llm.analyst';
import { LocalAnalyst } from './analysis/engines/local/local.analyst';
import { FallbackAnalyst } from './analysis/fallback.analyst';
import { InboxLoop } from './inbox/inbox.loop';
import { InboxModule } from './inbox/inbox.module';
import { MailModule } from './mail/mail.module';
import { MailerService } from './mail/mailer.service';
import { ModelChangesService } from './model-changes.service';
import { readModelProgress } from './model-progress';
import { LocalOllamaService } from './openai/local-ollama.service';
import { ModelShutdownsService, type WatchedModel } from './openai/model-shutdowns.service';
import { chooseEngine, isLocalEngine, type TranscriptionOptions } from './transcription/create-transcriber';
import { findInstalledModels } from './transcription/installed-models';
import { SelectedTranscriber } from './transcription/selected.transcriber';
import { Transcriber } from './transcription/transcriber';
import { defaultSlots, WorkerIdentity } from './worker-identity';

const TRANSCRIPTION_OPTIONS = Symbol('transcription options');
const MODEL_NOTES = Symbol('model notes');
const OTHER_PROBLEMS = Symbol('other problems');

@Module({
  imports: [MailModule, InboxModule],
  providers: [
    { provide: TRANSCRIPTION_OPTIONS, inject: [CONFIG, LOGGER], useFactory: transcriptionOptions },
    ModelChangesService,
    {
      provide: Transcriber,
      inject: [CONFIG, LOGGER, ModelChangesService],
      useFactory: selectTranscriber,
    },
    {
      provide: Judge,
      inject: [CONFIG, LOGGER, PipelineMetrics],
      useFactory: (config: WorkerConfig, logger: Logger, metrics: PipelineMetrics) =>
        createJudge(config, (engine, code) => {
          logger.warn({ engine, code }, 'analysis: built-in analyst took over');
          metrics.countProviderError(engine, code);
        }),
    },
    { provide: Writer, inject: [CONFIG], useFactory: createWriter },
    CautiousAnalyst,
    {
      provide: ModelShutdownsService,
      inject: [CONFIG, TRANSCRIPTION_OPTIONS],
      useFactory: (config: WorkerConfig, options: TranscriptionOptions) =>
        new ModelShutdownsService(listWatchedModels(config, options)),
    },
    {
      provide: LocalOllamaService,
      inject: [CONFIG],
      useFactory: (config: WorkerConfig) => new LocalOllamaService({ isEnabled: usesBuiltInJudge(config) }),
    },
    {
      provide: MODEL_NOTES,
      inject: [ModelShutdownsService, LocalOllamaService, { token: Writer, optional: true }],
      useFactory:
        (shutdowns: ModelShutdownsService, ollama: LocalOllamaService, writer: Writer | null = null) =>
        (): string[] => {
          const installHint = writer?.engine === null ? ollama.note : null;
          return [...shutdowns.notes, ...[writer?.describeProblem?.(), installHint].flatMap((note) => note ?? [])];
        },
    },
    {
      provide: OTHER_PROBLEMS,
      inject: [MailerService, InboxLoop],
      useFactory: (mailer: MailerService, inbox: InboxLoop) => () => ({
        mailProblem: mailer.problem,
        inboxProblem: inbox.problem,
      }),
    },
    {
      provide: WorkerIdentity,
      inject: [CONFIG, TRANSCRIPTION_OPTIONS, Transcriber, Judge, CautiousAnalyst, OTHER_PROBLEMS, MODEL_NOTES],
      useFactory: (
        config: WorkerConfig,
        options: TranscriptionOptions,
        transcriber: Transcriber,
        judge: Judge,
        analyst: CautiousAnalyst,
        otherProblems: () => Pick<WorkerEngines, 'mailProblem' | 'inboxProblem'>,
        modelNotes: () => string[],
      ) =>
        new WorkerIdentity(
          () => countSlots(config, options, transcriber),
          () => ({
            transcription: transcriber.isInstalled ? transcriber.engine : NO_RECOGNIZER,
            analysis: judge.engine,
            writer: analyst.writerEngine,
            transcriptionProblem: transcriber.problem,
            ...otherProblems(),
            modelNotes: modelNotes(),
            modelProgress: readModelProgress(config.MODELS_DIR),
          }),
        ),
    },
  ],
  exports: [Transcriber, Writer, CautiousAnalyst, WorkerIdentity, ModelChangesService],
})
export class EnginesModule {}

function selectTranscriber(config: WorkerConfig, logger: Logger, changes: ModelChangesService): Transcriber {
  const transcriber = new SelectedTranscriber(() => transcriptionOptions(config, logger));
  changes.subscribe(() => {
    const previousEngine = transcriber.engine;
    transcriber.reselect().then(
      () => logger.info({ previousEngine, engine: transcriber.engine }, 'transcription: installed models have changed'),
      (err: unknown) => logger.warn({ err }, 'transcription: cannot use the currently installed models'),
    );
  });
  return transcriber;
}

function countSlots(config: WorkerConfig, options: TranscriptionOptions, transcriber: Transcriber): number {
  if (!transcriber.isInstalled) return 0;
  return config.WORKER_SLOTS ?? defaultSlots(isLocalEngine(chooseEngine(options)));
}

export function transcriptionOptions(config: WorkerConfig, logger: Pick<Logger, 'warn'>): TranscriptionOptions {
  return {
    engine: config.TRANSCRIPTION_ENGINE,
    language: config.TRANSCRIPTION_LANGUAGE,
    timeoutMs: config.TRANSCRIPTION_TIMEOUT_SECONDS * 1_000,
    openai: {
      baseUrl: config.TRANSCRIPTION_BASE_URL,
      apiKey: config.TRANSCRIPTION_API_KEY,
      model: config.TRANSCRIPTION_MODEL,
    },
    deepgram: { baseUrl: config.DEEPGRAM_BASE_URL, apiKey: config.DEEPGRAM_API_KEY, model: config.DEEPGRAM_MODEL },
    sherpa: {
      modelDir: config.SHERPA_MODEL_DIR,
      installed: findInstalledModels(config.MODELS_DIR, config.TRANSCRIPTION_LANGUAGE),
    },
    pocketsphinx: { binary: 'pocketsphinx_continuous', processes: availableParallelism() },
    onProblem: (problem) => logger.warn({ problem }, 'transcription: local model problem'),
  };
}

/**
 * `auto` selects the language model if configured, otherwise the built-in judge, which also takes over if the model
 * fails. `writer` always selects the built-in judge.
 * @param onFallback receives the engine and error code when the built-in judge takes over
 */
export function createJudge(config: WorkerConfig, onFallback: (engine: string, code: string) => void): Judge {
  const options = config.ANALYSIS_ENGINE === 'writer' ? undefined : getLanguageModelOptions(config);
  if (options === undefined) return new LocalAnalyst();
  const model = new LlmAnalyst(options);
  return new FallbackAnalyst(model, new LocalAnalyst(), (code) => onFallback(model.engine, code));
}

export function createLanguageModel(config: WorkerConfig): LlmAnalyst | null {
  const options = getLanguageModelOptions(config);
  return options ? new LlmAnalyst(options) : null;
}

/** The configured language model, or else the one on this machine, even if it isn't installed yet; null if disabled. */
export function createWriter(config: WorkerConfig): Writer | null {
  return createLanguageModel(config) ?? (usesBuiltInJudge(config) ? createLocalWriter(config) : null);
}

function createLocalWriter({ MODELS_DIR: modelsDir }: WorkerConfig): LocalWriter {
  return new LocalWriter({ modelsDir, listInstalled: () => findInstalledModels(modelsDir).writers });
}

function usesBuiltInJudge(config: WorkerConfig): boolean {
  return config.ANALYSIS_ENGINE === 'auto' && getLanguageModelOptions(config) === undefined;
}

function getLanguageModelOptions(config: WorkerConfig): LlmAnalystOptions | undefined {
  const { ANALYSIS_ENGINE: engine, ANALYSIS_BASE_URL: baseUrl, ANALYSIS_API_KEY: apiKey } = config;
  const hasModel = baseUrl !== undefined || apiKey !== undefined;
  if (engine === 'local' || (engine === 'auto' && !hasModel)) return undefined;
  return { baseUrl, apiKey, model: config.ANALYSIS_MODEL, timeoutMs: config.ANALYSIS_TIMEOUT_SECONDS * 1_000 };
}

function listWatchedModels(config: WorkerConfig, options: TranscriptionOptions): WatchedModel[] {
  const { openai, timeoutMs } = options;
  const analysis = getLanguageModelOptions(config);
  return [
    ...(chooseEngine(options) === 'openai' ? [{ ...openai, timeoutMs, setting: 'TRANSCRIPTION_MODEL' as const }] : []),
    ...(analysis ? [{ ...analysis, setting: 'ANALYSIS_MODEL' as const }] : []),
  ];
}
