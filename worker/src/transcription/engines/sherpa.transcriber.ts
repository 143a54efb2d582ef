import { readFile } from 'node:fs/promises';

import type { OnApplicationShutdown } from '@nestjs/common';

import type { Transcript, TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { AppError } from '@ringwell/domain/errors/app-error';

import type { AudioChannel, DecodedAudio } from '../../audio/decoded-audio';
import { PCM_BYTES_PER_MS } from '../../audio/frame-track';
import { cutIntoPieces, type SpeechPiece } from '../speech-pieces';
import { groupWords, type SpokenWord } from '../spoken-words';
import { Transcriber, type TranscribeOptions } from '../transcriber';
import { diarizationConfig, findDiarizationModels } from './sherpa/diarization-models';
import {
  formatHotwords,
  maxPieceMs,
  recognizerConfig,
  streamOptions,
  supportsHotwords,
} from './sherpa/recognizer-config';
import { assertSupportsLanguage, findSherpaModel, type SherpaModel } from './sherpa/sherpa-model';
import { SherpaProcess, type PcmRange } from './sherpa/sherpa-process';
import { RECOGNITION_SCHEMA, joinTokens, type Recognition } from './sherpa/token-words';
import { DIARIZATION_SCHEMA, voiceAt, type VoiceTurns } from './sherpa/voices';

export interface SherpaOptions {
  /** Folder with one unpacked sherpa-onnx model. */
  modelDir: string;
  /** Models for separating voices in single-channel recordings; see `findDiarizationModels`. */
  diarizationDir?: string;
  threads: number;
  /** ISO 639-1 or BCP 47. Cohere Transcribe requires it; Whisper and Qwen3-ASR detect the language if it's omitted. */
  language?: string;
  /** The process is replaced once it has grown by more than this since loading the model. */
  maxGrowthBytes?: number;
  /** Called if voices couldn't be separated; the transcript is complete without them. */
  onDiarizationFailed?: (error: unknown) => void;
}

interface SherpaPiece extends SpeechPiece {
  channel: AudioChannel;
}

const MARGIN_MS = 300;
// All of a call's samples are in memory, which takes 64 kB per second of audio.
const MAX_DIARIZED_SECONDS = 2 * 3_600;
const MAX_GROWTH_BYTES = 1024 * 1024 * 1024;

/**
 * Local neural recognition with sherpa-onnx: Whisper, Parakeet, Zipformer, NeMo CTC, Moonshine, Cohere Transcribe and
 * Qwen3-ASR models, in one process for all of a worker's calls, which recognizes one piece of speech at a time.
 * Transducers and CTC models return word timestamps; transducers also return confidences. Others only return segments.
 * @throws AppError SHERPA_MODEL_MISSING or SHERPA_MODEL_UNUSABLE (not retryable), RECOGNIZER_FAILED (retryable)
 */
export class SherpaTranscriber extends Transcriber implements OnApplicationShutdown {
  readonly engine = 'sherpa';

  private readonly process: SherpaProcess;
  private canDiarize: boolean;

  constructor(private readonly options: SherpaOptions) {
    super();
    this.canDiarize = options.diarizationDir !== undefined;
    this.process = new SherpaProcess({
      maxGrowthBytes: options.maxGrowthBytes ?? MAX_GROWTH_BYTES,
      recognizerConfig: async () => recognizerConfig(await findSherpaModel(options.modelDir), options),
    });
  }

  async transcribe(audio: DecodedAudio, { signal, hints = [] }: TranscribeOptions): Promise<Transcript> {
    const model = await findSherpaModel(this.options.modelDir);
    assertSupportsLanguage(model, this.options.language);
    const hotwords = await readHotwords(model, hints);
    const options = streamOptions(model, this.options.language, hints);
    const recognized: { piece: SherpaPiece; result: Recognition }[] = [];
    for (const piece of listPieces(audio, maxPieceMs(model))) {
      const request = {
        action: 'recognize' as const,
        audio: toPcmRange(piece),
        options,
        ...(hotwords && { hotwords }),
      };
      const { result } = await this.process.run(request, RECOGNITION_SCHEMA, signal);
      recognized.push({ piece, result: toLowerCaseResult(result) });
    }
    const turns = recognized.length > 0 ? await this.separateVoices(audio, signal) : [];
    const segments = recognized.flatMap(({ piece, result }) => toSegments(result, piece, turns));
    return {
      engine: this.engine,
      language: this.options.language ?? 'und',
      durationSeconds: audio.durationSeconds,
      segments: segments.sort((a, b) => a.startMs - b.startMs),
    };
  }

  /** Stops the resident process; another call restarts it. */
  async onApplicationShutdown(): Promise<void> {
    await this.process.stop();
  }

  // Models that can't be loaded are only tried once, because each attempt ends the process.
  private async separateVoices(audio: DecodedAudio, signal: AbortSignal): Promise<VoiceTurns> {
    const [channel, ...otherChannels] = audio.channels;
    if (!this.canDiarize || !channel || otherChannels.length > 0 || audio.durationSeconds > MAX_DIARIZED_SECONDS)
      return [];
    const models = await findDiarizationModels(this.options.diarizationDir ?? '');
    if (!models) return [];
    try {
      const config = diarizationConfig(models, this.options.threads);
      const range = toPcmRange({ channel, startMs: 0, endMs: Math.floor(audio.durationSeconds * 1_000) });
      const { turns } = await this.process.run({ action: 'diarize', audio: range, config }, DIARIZATION_SCHEMA, signal);
      return turns;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'SHERPA_MODEL_UNUSABLE') this.canDiarize = false;
      this.options.onDiarizationFailed?.(error);
      return [];
    }
  }
}

function listPieces(audio: DecodedAudio, maxChunkMs: number): SherpaPiece[] {
  const rules = { marginMs: MARGIN_MS, maxChunkMs };
  return audio.channels.flatMap((channel) =>
    cutIntoPieces(channel.speech, Math.floor(audio.durationSeconds * 1_000), rules).map((piece) => ({
      ...piece,
      channel,
    })),
  );
}

function toPcmRange({ channel, startMs, endMs }: SherpaPiece): PcmRange {
  return {
    pcmPath: channel.pcmPath,
    startByte: startMs * PCM_BYTES_PER_MS,
    byteCount: (endMs - startMs) * PCM_BYTES_PER_MS,
  };
}

async function readHotwords(model: SherpaModel, hints: string[]): Promise<string | undefined> {
  if (hints.length === 0 || !supportsHotwords(model)) return undefined;
  return formatHotwords(hints, await readFile(model.tokens, 'utf8'));
}

// Some Zipformer models only produce uppercase text.
function toLowerCaseResult(result: Recognition): Recognition {
  if (result.text !== result.text.toUpperCase()) return result;
  return { ...result, text: result.text.toLowerCase(), tokens: result.tokens.map((token) => token.toLowerCase()) };
}

function toSegments(result: Recognition, piece: SherpaPiece, turns: VoiceTurns): TranscriptSegment[] {
  const { speaker } = piece.channel;
  const words = joinTokens(result);
  if (!words) return toSegment(result, piece, turns);
  const spokenWords = words.map((word): SpokenWord => {
    const startMs = Math.min(piece.startMs + word.startMs, piece.endMs);
    const endMs = Math.min(piece.startMs + word.endMs, piece.endMs);
    return { ...word, speaker, startMs, endMs, ...findVoice(turns, startMs, endMs) };
  });
  return groupWords(spokenWords);
}

function toSegment(
  { text }: Recognition,
  { channel, startMs, endMs }: SherpaPiece,
  turns: VoiceTurns,
): TranscriptSegment[] {
  if (!text.trim()) return [];
  return [{ speaker: channel.speaker, startMs, endMs, text: text.trim(), ...findVoice(turns, startMs, endMs) }];
}

function findVoice(turns: VoiceTurns, startMs: number, endMs: number): { speakerNumber?: number } {
  const speakerNumber = voiceAt(turns, startMs, endMs);
  return speakerNumber === undefined ? {} : { speakerNumber };
}
