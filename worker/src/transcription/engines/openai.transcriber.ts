import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { toFile, type OpenAI, type Uploadable } from 'openai';
import { z } from 'zod';

import type { Transcript } from '@ringwell/domain/calls/transcript';
import { AppError } from '@ringwell/domain/errors/app-error';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import type { AudioChannel, DecodedAudio } from '../../audio/decoded-audio';
import { Mp3Channel, MP3_BYTES_PER_SECOND } from '../../audio/encode-mp3';
import type { SpeechRegion } from '../../audio/speech-detector';
import { createOpenaiClient, type OpenaiServer } from '../../openai/openai-client';
import { isRejection, openaiError } from '../../openai/openai-error';
import { runInParallel } from '../../parallel';
import { providerError } from '../../provider-error';
import { cutAtPauses, cutIntoPieces, type SpeechPiece } from '../speech-pieces';
import { Transcriber, type TranscribeOptions } from '../transcriber';
import {
  chooseResponseFormat,
  hasLengthLimit,
  requestParameters,
  type ResponseFormat,
} from './openai/transcription-model';
import {
  hasTimestamps,
  detectLanguage,
  toSegments,
  TRANSCRIPTION_RESPONSE_SCHEMA,
  type TranscriptionResponse,
} from './openai/transcription-response';

export interface OpenaiTranscriberOptions extends OpenaiServer {
  /** Determines the request parameters and response format; see `openai/transcription-model.ts`. */
  model: string;
  /** ISO 639-1 or BCP 47; detected by the server if omitted. */
  language?: string;
}

interface EncodedSide {
  channel: AudioChannel;
  mp3: Mp3Channel;
}

interface Part extends SpeechPiece {
  side: EncodedSide;
}

interface EncodedCall {
  sides: EncodedSide[];
  durationMs: number;
  /** Emptied if the server rejects a request with hints. */
  hints: readonly string[];
}

interface RecognizedPart {
  part: Part;
  response: TranscriptionResponse;
}

const PROVIDER = 'The transcription service';
const AREA = 'TRANSCRIPTION';
// OpenAI's limit is 25 MB (help.openai.com, article 7031512), including the form around the file.
const MAX_UPLOAD_BYTES = 24 * 1024 * 1024;
const MAX_PART_MS = Math.floor(MAX_UPLOAD_BYTES / MP3_BYTES_PER_SECOND) * 1_000;
// Models with a limit accept 1,400 seconds.
const MAX_LIMITED_PART_MS = 1_390_000;

const PIECE_RULES = { marginMs: 300, maxChunkMs: 25_000 };
const MAX_CONCURRENT_PIECES = 4;
// A call has dozens of pieces, so a transient failure must not discard those already recognized.
const PIECE_ATTEMPTS = 3;
const PIECE_RETRY_MS = 1_000;
const MAX_PIECE_RETRY_MS = 20_000;
const TRANSIENT_ERRORS = [`${AREA}_RATE_LIMITED`, `${AREA}_UNAVAILABLE`];

/**
 * Transcribes calls with any server that has OpenAI's `/audio/transcriptions`: OpenAI, Groq, faster-whisper,
 * whisper.cpp. Sends MP3. A model that returns timestamps receives each side of the call as a whole, or in parts if it
 * exceeds a limit. For other models, the audio is split at pauses and sent a few pieces at a time, so that each piece's
 * position determines its timestamps and order. On servers other than OpenAI's, the first response shows whether a
 * model returns timestamps.
 */
export class OpenaiTranscriber extends Transcriber {
  readonly engine: string;
  private readonly client: OpenAI;
  private format: ResponseFormat;
  private returnsTimestamps: boolean;

  constructor(private readonly options: OpenaiTranscriberOptions) {
    super();
    this.engine = `openai:${options.model}`;
    this.client = createOpenaiClient(options);
    this.format = chooseResponseFormat(options.model);
    this.returnsTimestamps = this.format !== 'json';
  }

  async transcribe(audio: DecodedAudio, { signal, hints = [] }: TranscribeOptions): Promise<Transcript> {
    const sides = await encodeSides(audio, signal);
    const call: EncodedCall = { sides, durationMs: Math.ceil(audio.durationSeconds * 1_000), hints };
    try {
      const recognized = (await this.recognizeSides(call, signal)) ?? (await this.recognizePieces(call, signal));
      const voices = new Map<string, number>();
      const segments = recognized.flatMap(({ part, response }) =>
        toSegments(response, part.side.channel, part, voices),
      );
      return {
        engine: this.engine,
        language: this.options.language ?? detectLanguage(recognized.map(({ response }) => response)),
        durationSeconds: audio.durationSeconds,
        segments: segments.sort((a, b) => a.startMs - b.startMs),
      };
    } finally {
      for (const { mp3 } of sides) await mp3.delete();
    }
  }

  // Returns undefined if the model doesn't return timestamps.
  private async recognizeSides(call: EncodedCall, signal: AbortSignal): Promise<RecognizedPart[] | undefined> {
    const maxMs = hasLengthLimit(this.options.model) ? Math.min(MAX_PART_MS, MAX_LIMITED_PART_MS) : MAX_PART_MS;
    const recognized: RecognizedPart[] = [];
    for (const part of listParts(call, (speech) => cutAtPauses(speech, call.durationMs, maxMs))) {
      if (!this.returnsTimestamps) return undefined;
      const response = await this.recognizePart(call, part, signal);
      if (!hasTimestamps(response)) this.returnsTimestamps = false;
      recognized.push({ part, response });
    }
    return this.returnsTimestamps ? recognized : undefined;
  }

  private async recognizePieces(call: EncodedCall, callSignal: AbortSignal): Promise<RecognizedPart[]> {
    const pieces = listParts(call, (speech) => cutIntoPieces(speech, call.durationMs, PIECE_RULES));
    const recognized = await runInParallel(pieces, MAX_CONCURRENT_PIECES, callSignal, async (part, signal) => ({
      part,
      response: await this.recognizeWithRetries(call, part, signal),
    }));
    // A response without timestamps, such as one to silence, doesn't mean that the model never returns any.
    if (recognized.some(({ response }) => hasTimestamps(response) && (response.segments?.length ?? 0) > 1))
      this.returnsTimestamps = true;
    return recognized;
  }

  private async recognizeWithRetries(
    call: EncodedCall,
    part: Part,
    signal: AbortSignal,
  ): Promise<TranscriptionResponse> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.recognizePart(call, part, signal);
      } catch (error) {
        const waitMs = retryDelayMs(error, attempt);
        if (waitMs === undefined || attempt === PIECE_ATTEMPTS) throw error;
        await sleep(waitMs, undefined, { signal });
      }
    }
  }

  private async recognizePart(call: EncodedCall, part: Part, callSignal: AbortSignal): Promise<TranscriptionResponse> {
    const content = await part.side.mp3.read(part.startMs, part.endMs);
    const limit = startTimeLimit(this.options.timeoutMs, callSignal);
    try {
      const file = await toFile(content, 'call.mp3', { type: 'audio/mpeg' });
      return TRANSCRIPTION_RESPONSE_SCHEMA.parse(await this.sendFile(file, call, limit.signal));
    } catch (error) {
      callSignal.throwIfAborted();
      if (error instanceof z.ZodError) throw providerError({ provider: PROVIDER, area: AREA, isMalformed: true });
      throw openaiError(error, { provider: PROVIDER, area: AREA, hasTimedOut: limit.hasPassed });
    } finally {
      limit.end();
    }
  }

  // Servers reject hints that exceed limits only they know, and requests for timestamps that their model can't return.
  private async sendFile(file: Uploadable, call: EncodedCall, signal: AbortSignal): Promise<unknown> {
    const { hints } = call;
    const simplerRequests: { hints: readonly string[]; format: ResponseFormat }[] = [
      ...(hints.length > 0 ? [{ hints: [], format: this.format }] : []),
      ...(this.format === 'verbose_json' ? [{ hints: [], format: 'json' as const }] : []),
    ];
    let request = { hints, format: this.format };
    for (;;) {
      try {
        const response = await this.createTranscription(file, request, signal);
        call.hints = request.hints;
        this.format = request.format;
        return response;
      } catch (error) {
        const next = simplerRequests.shift();
        if (!isRejection(error) || next === undefined) throw error;
        request = next;
      }
    }
  }

  private async createTranscription(
    file: Uploadable,
    { hints, format }: { hints: readonly string[]; format: ResponseFormat },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { model, language } = this.options;
    return this.client.audio.transcriptions.create(
      { file, model, ...requestParameters(model, format, { language, hints }) },
      { signal },
    );
  }
}

async function encodeSides({ channels, workDir }: DecodedAudio, signal: AbortSignal): Promise<EncodedSide[]> {
  const channelsWithSpeech = channels.filter(({ speech }) => speech.length > 0);
  return runInParallel(channelsWithSpeech, channelsWithSpeech.length, signal, async (channel, encodeSignal) => {
    const path = join(workDir, `upload-${channel.sourceChannel}.mp3`);
    return { channel, mp3: await Mp3Channel.encode(channel, path, encodeSignal) };
  });
}

function listParts({ sides }: EncodedCall, cut: (speech: SpeechRegion[]) => SpeechPiece[]): Part[] {
  return sides.flatMap((side) => cut(side.channel.speech).map((piece) => ({ ...piece, side })));
}

// Delay before a retry; undefined for a permanent failure.
function retryDelayMs(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof AppError) || !TRANSIENT_ERRORS.includes(error.code)) return undefined;
  const waitMs = error.retryAfterMs ?? PIECE_RETRY_MS * attempt;
  return waitMs <= MAX_PIECE_RETRY_MS ? waitMs : undefined;
}
