import { join } from 'node:path';

import { z } from 'zod';

import { AppError } from '@ringwell/domain/app-error';
import type { Transcript, TranscriptSegment } from '@ringwell/domain/transcript';

import type { AudioChannel, DecodedAudio } from '../../audio/decoded-audio';
import { PCM_BYTES_PER_MS } from '../../audio/frame-track';
import { runChild, type ChildResult } from '../../child-process';
import { cutIntoChunks, type SpeechPiece } from '../speech-pieces';
import { Transcriber, type TranscribeOptions } from '../transcriber';
import { findSherpaModel } from './sherpa/sherpa-model';

export interface SherpaOptions {
  /** One unpacked sherpa-onnx model. */
  modelDir: string;
  threads: number;
  /** ISO 639-1, for Whisper models, which detect the language when it is omitted. */
  language?: string;
}

interface SherpaPiece extends SpeechPiece {
  channel: AudioChannel;
}

// Plain JavaScript, used by the compiled and the uncompiled program.
const CHILD_PATH = join(__dirname, 'sherpa', 'sherpa-child.cjs');
const NICENESS = 10;
const MARGIN_MS = 300;
// Whisper's limit is 30 s.
const MAX_PIECE_MS = 25_000;

const LINE = z.union([z.object({ ready: z.literal(true) }), z.object({ piece: z.number().int(), text: z.string() })]);

/**
 * Local neural recognition with sherpa-onnx: Whisper, Parakeet, Zipformer and Moonshine models. Each call runs in a
 * child process, because the native library exits its process on a bad model. No model is included: tests cover
 * loading, missing and damaged models, not recognition with a real model.
 * @throws AppError SHERPA_MODEL_MISSING or SHERPA_MODEL_UNUSABLE (not retryable)
 */
export class SherpaTranscriber extends Transcriber {
  readonly engine = 'sherpa';

  constructor(private readonly options: SherpaOptions) {
    super();
  }

  async transcribe(audio: DecodedAudio, { signal }: TranscribeOptions): Promise<Transcript> {
    const model = await findSherpaModel(this.options.modelDir);
    const pieces = cutIntoPieces(audio);
    const job = {
      model,
      threads: this.options.threads,
      language: this.options.language,
      pieces: pieces.map(({ channel, startMs, endMs }) => ({
        pcmPath: channel.pcmPath,
        startByte: startMs * PCM_BYTES_PER_MS,
        byteCount: (endMs - startMs) * PCM_BYTES_PER_MS,
      })),
    };
    const result = await runChild({
      command: process.execPath,
      args: [CHILD_PATH],
      input: JSON.stringify(job),
      signal,
      niceness: NICENESS,
    });
    const lines = result.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => LINE.parse(JSON.parse(line)));
    if (result.exitCode !== 0) throw childFailed(result, lines.length > 0);
    const segments = lines.flatMap((line) => ('piece' in line ? segmentOf(line.text, pieces[line.piece]) : []));
    return {
      engine: this.engine,
      language: this.options.language ?? 'und',
      durationSeconds: audio.durationSeconds,
      segments: segments.sort((a, b) => a.startMs - b.startMs),
    };
  }
}

function cutIntoPieces(audio: DecodedAudio): SherpaPiece[] {
  const rules = { marginMs: MARGIN_MS, maxChunkMs: MAX_PIECE_MS };
  return audio.channels.flatMap((channel) =>
    cutIntoChunks(channel.speech, Math.floor(audio.durationSeconds * 1_000), rules)
      .flat()
      .map((piece) => ({ ...piece, channel })),
  );
}

function segmentOf(text: string, piece: SherpaPiece | undefined): TranscriptSegment[] {
  const words = text.trim();
  if (!piece || !words) return [];
  const { startMs, endMs, channel } = piece;
  // Some Zipformer models return capitals only.
  return [
    { speaker: channel.speaker, startMs, endMs, text: words === words.toUpperCase() ? words.toLowerCase() : words },
  ];
}

function childFailed({ exitCode, exitSignal, stderr }: ChildResult, modelLoaded: boolean): AppError {
  const cause = new Error(`sherpa-onnx ended with ${exitSignal ?? exitCode}: ${stderr.slice(-500)}`);
  if (modelLoaded) {
    return new AppError({
      kind: 'provider',
      code: 'RECOGNISER_FAILED',
      retryable: true,
      cause,
      message: 'The local recognizer stopped on this recording. The call is tried again.',
    });
  }
  return new AppError({
    kind: 'provider',
    code: 'SHERPA_MODEL_UNUSABLE',
    cause,
    message:
      'The model in SHERPA_MODEL_DIR cannot be loaded: its files are damaged or do not belong together. Unpack it again.',
  });
}
