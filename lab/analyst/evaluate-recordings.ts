import { callLabelName } from '@ringwell/domain/calls/call-label';
import { AppError } from '@ringwell/domain/errors/app-error';
import { SETTINGS, type Config } from '@ringwell/platform/config/environment-settings';
import { loadSettings } from '@ringwell/platform/config/load-config';

import { CautiousAnalyst } from '../../worker/src/analysis/cautious.analyst';
import { createJudge, createWriter, transcriptionOptions } from '../../worker/src/engines.module';
import {
  createTranscriber,
  TRANSCRIPTION_ENGINES,
  type TranscriptionEngine,
  type TranscriptionOptions,
} from '../../worker/src/transcription/create-transcriber';
import { BestLocalTranscriber } from '../../worker/src/transcription/engines/best-local.transcriber';
import { SherpaTranscriber } from '../../worker/src/transcription/engines/sherpa.transcriber';
import { readKnownRecordings, type KnownRecording } from './recordings/known-recording';
import { measureRecording, type Engines } from './recordings/measure-recording';
import { scoreRecordings, type MeasuredRecording } from './recordings/recording-scores';

const ENGINE_SETTINGS = /^(TRANSCRIPTION|DEEPGRAM|SHERPA|MODELS|ANALYSIS)_/;
const NOT_SET_UP_CODES: readonly string[] = ['TRANSCRIPTION_NOT_CONFIGURED', 'RECOGNIZER_MISSING'];

const QUIET_LOGGER = { warn: () => undefined };

/** A recognizer that was skipped, and why. */
interface MissingEngine {
  engine: TranscriptionEngine;
  reason: string;
}

/**
 * Scores every configured recognizer, with the configured analyst, on a folder of recordings.
 * @throws Error with setup instructions
 */
export async function evaluateRecordings(folder: string): Promise<object> {
  const recordings = readKnownRecordings(folder);
  const config = engineSettings();
  const judge = createJudge(config, (engine, code) => {
    report(`${engine} failed (${code}), so the built-in analyst judged this call:`);
  });
  const engines: object[] = [];
  const notSetUp: MissingEngine[] = [];
  for (const options of listCandidates(config)) {
    try {
      const transcriber = createTranscriber(options);
      try {
        const scores = await scoreEngine(recordings, {
          transcriber,
          analyst: new CautiousAnalyst(judge, createWriter(config)),
        });
        engines.push({ engine: transcriber.engine, analyst: judge.engine, ...scores });
      } finally {
        if (transcriber instanceof SherpaTranscriber || transcriber instanceof BestLocalTranscriber)
          await transcriber.onApplicationShutdown();
      }
    } catch (error) {
      if (!(error instanceof AppError) || !NOT_SET_UP_CODES.includes(error.code)) throw error;
      notSetUp.push({ engine: options.engine, reason: error.message });
    }
  }
  if (engines.length === 0)
    throw new Error(`No recognizer is set up.\n${notSetUp.map(({ reason }) => `  ${reason}`).join('\n')}`);
  return { engines, notSetUp };
}

type Candidate = TranscriptionOptions & { engine: TranscriptionEngine };

// Lists every kind of recognizer and every installed local model.
function listCandidates(config: Config): Candidate[] {
  const options = transcriptionOptions(config, QUIET_LOGGER);
  return TRANSCRIPTION_ENGINES.flatMap((engine): Candidate[] => {
    const { modelDir, installed } = options.sherpa;
    if (engine !== 'sherpa' || modelDir !== undefined || installed.recognizers.length === 0)
      return [{ ...options, engine }];
    return installed.recognizers.map((model) => ({
      ...options,
      engine,
      sherpa: { installed: { ...installed, recognizers: [model] } },
    }));
  });
}

/** Loads only the engines' settings, because an evaluation doesn't need a database. */
export function engineSettings(): Config {
  const names = Object.keys(SETTINGS).filter((name) => ENGINE_SETTINGS.test(name));
  return loadSettings(names as (keyof Config)[]);
}

async function scoreEngine(recordings: readonly KnownRecording[], engines: Engines): Promise<object> {
  const { signal } = new AbortController();
  const measuredRecordings: MeasuredRecording[] = [];
  const failed: { file: string; reason: string }[] = [];
  for (const [index, recording] of recordings.entries()) {
    const progress = `${engines.transcriber.engine} ${index + 1}/${recordings.length} ${recording.file}`;
    try {
      const measurement = await measureRecording(recording, engines, signal);
      measuredRecordings.push(measurement);
      report(`${progress}: ${measurement.errors} of ${measurement.words} words wrong, ${describeLabel(measurement)}`);
    } catch (error) {
      if (!(error instanceof AppError) || NOT_SET_UP_CODES.includes(error.code)) throw error;
      failed.push({ file: recording.file, reason: error.message });
      report(`${progress}: ${error.message}`);
    }
  }
  return { ...scoreRecordings(measuredRecordings), failed };
}

function describeLabel({ analysis }: MeasuredRecording): string {
  return analysis
    ? `${callLabelName(analysis)} (${analysis.sentiment} ${analysis.confidence.toFixed(2)})`
    : 'no speech';
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
