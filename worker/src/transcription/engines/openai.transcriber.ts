import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { toFile, type OpenAI } from 'openai';
import { z } from 'zod';

import type { Transcript, TranscriptSegment } from '@ringwell/domain/transcript';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import type { AudioChannel, DecodedAudio } from '../../audio/decoded-audio';
import { encodeMp3, MP3_BYTES_PER_SECOND } from '../../audio/encode-mp3';
import { createOpenaiClient, type OpenaiServer } from '../../openai/openai-client';
import { openaiError } from '../../openai/openai-error';
import { providerError } from '../../provider-error';
import { openaiPrompt } from '../hints';
import { cutAtPauses, type SpeechPiece } from '../speech-pieces';
import { languageTag } from '../spoken-language';
import { Transcriber, type TranscribeOptions } from '../transcriber';

export interface OpenaiTranscriberOptions extends OpenaiServer {
  /** `whisper-1` and similar models return times, `gpt-…` models only text, `gpt-…-diarize` times and voices. */
  model: string;
  /** ISO 639-1; detected by the server when omitted. */
  language?: string;
}

const PROVIDER = 'The transcription service';
const AREA = 'TRANSCRIPTION';
// OpenAI's limit is 25 MB (help.openai.com, article 7031512), including the form around the file.
const MAX_UPLOAD_BYTES = 24 * 1024 * 1024;
const MAX_PART_MS = Math.floor(MAX_UPLOAD_BYTES / MP3_BYTES_PER_SECOND) * 1_000;
// The longest recording of `gpt-…` models is 1,400 seconds, says their refusal of longer ones.
const MAX_GPT_PART_MS = 1_390_000;
// Tolerance of Whisper's times.
const TIMING_SLACK_MS = 500;

// The common response of servers with this API; only OpenAI itself returns every field.
const ANSWER = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        // A letter for each voice, from a model that separates them.
        speaker: z.string().nullish(),
        avg_logprob: z.number().nullish(),
      }),
    )
    .nullish(),
  // Of the tokens of the text, from models that return no segments.
  logprobs: z
    .array(z.object({ logprob: z.number() }))
    .nullish()
    .catch(undefined),
});
type Answer = z.infer<typeof ANSWER>;

/**
 * Any server with OpenAI's `/audio/transcriptions`: OpenAI, Groq, faster-whisper, whisper.cpp. Sends each side of the
 * call as MP3, in parts when it exceeds the size limit.
 */
export class OpenaiTranscriber extends Transcriber {
  readonly engine: string;
  private readonly client: OpenAI;

  constructor(private readonly options: OpenaiTranscriberOptions) {
    super();
    this.engine = `openai:${options.model}`;
    this.client = createOpenaiClient(options);
  }

  async transcribe(audio: DecodedAudio, { signal, hints = [] }: TranscribeOptions): Promise<Transcript> {
    const segments: TranscriptSegment[] = [];
    let language = this.options.language;
    const maxPartMs = this.options.model.startsWith('gpt-') ? Math.min(MAX_PART_MS, MAX_GPT_PART_MS) : MAX_PART_MS;
    const voices = new Map<string, number>();
    for (const channel of audio.channels) {
      if (channel.speech.length === 0) continue;
      for (const part of cutAtPauses(channel.speech, Math.ceil(audio.durationSeconds * 1_000), maxPartMs)) {
        const answer = await this.recognize(audio, channel, part, hints, signal);
        language ??= languageTag(answer.language ?? undefined);
        segments.push(...segmentsOf(answer, channel, part, voices));
      }
    }
    return {
      engine: this.engine,
      language: language ?? 'und',
      durationSeconds: audio.durationSeconds,
      segments: segments.sort((a, b) => a.startMs - b.startMs),
    };
  }

  private async recognize(
    audio: DecodedAudio,
    channel: AudioChannel,
    part: SpeechPiece,
    hints: string[],
    callSignal: AbortSignal,
  ): Promise<Answer> {
    const outputPath = join(audio.workDir, `upload-${channel.sourceChannel}-${part.startMs}.mp3`);
    await encodeMp3({ channel, ...part, outputPath, signal: callSignal });
    const limit = startTimeLimit(this.options.timeoutMs, callSignal);
    try {
      const answer: unknown = await this.send(outputPath, hints, limit.signal);
      return ANSWER.parse(answer);
    } catch (error) {
      callSignal.throwIfAborted();
      if (error instanceof z.ZodError) throw providerError({ provider: PROVIDER, area: AREA, garbage: true });
      throw openaiError(error, { provider: PROVIDER, area: AREA, timedOut: limit.timedOut });
    } finally {
      limit.end();
      await rm(outputPath, { force: true });
    }
  }

  private async send(path: string, hints: string[], signal: AbortSignal): Promise<unknown> {
    const { model, language } = this.options;
    // These need a chunking strategy for recordings of more than 30 seconds.
    const separatesVoices = model.includes('diarize');
    const prompt = openaiPrompt(hints, model);
    return this.client.audio.transcriptions.create(
      {
        file: await toFile(await readFile(path), 'call.mp3', { type: 'audio/mpeg' }),
        model,
        response_format: separatesVoices ? 'diarized_json' : model.startsWith('gpt-') ? 'json' : 'verbose_json',
        ...(separatesVoices && { chunking_strategy: 'auto' as const }),
        ...(givesLogProbabilities(model) && { include: ['logprobs' as const] }),
        ...(language && { language }),
        ...(prompt && { prompt }),
      },
      { signal },
    );
  }
}

// These models invent words in silence, so segments without speech are dropped. A response without times becomes one
// segment over all speech. Each part names its voices anew, so each part's voices get numbers of their own.
function segmentsOf(
  answer: Answer,
  channel: AudioChannel,
  part: SpeechPiece,
  voices: Map<string, number>,
): TranscriptSegment[] {
  const { speaker } = channel;
  const speech = channel.speech.filter((region) => region.startMs < part.endMs && region.endMs > part.startMs);
  if (!answer.segments?.length) {
    const text = answer.text.trim();
    const [startMs, endMs] = [speech.at(0)?.startMs ?? part.startMs, speech.at(-1)?.endMs ?? part.endMs];
    return text ? [{ speaker, startMs, endMs, text, ...confidenceOf(meanOf(answer.logprobs ?? [])) }] : [];
  }
  const voiceNumber = (name: string): number => {
    const voice = `${part.startMs} ${name}`;
    if (!voices.has(voice)) voices.set(voice, voices.size);
    return voices.get(voice) ?? 0;
  };
  return answer.segments.flatMap(({ start, end, text, speaker: voice, avg_logprob: logProbability }) => {
    const startMs = part.startMs + Math.round(start * 1_000);
    const endMs = part.startMs + Math.round(end * 1_000);
    const spoken = speech.some(
      (region) => region.startMs < endMs + TIMING_SLACK_MS && region.endMs > startMs - TIMING_SLACK_MS,
    );
    if (!spoken || !text.trim()) return [];
    return [
      {
        speaker,
        ...(speaker === 'unknown' && voice && { speakerNumber: voiceNumber(voice) }),
        startMs,
        endMs,
        text: text.trim(),
        ...confidenceOf(logProbability),
      },
    ];
  });
}

function meanOf(tokens: readonly { logprob: number }[]): number | undefined {
  return tokens.length === 0 ? undefined : tokens.reduce((sum, { logprob }) => sum + logprob, 0) / tokens.length;
}

function confidenceOf(logProbability: number | null | undefined): { confidence?: number } {
  return typeof logProbability === 'number' ? { confidence: Math.min(Math.exp(logProbability), 1) } : {};
}

// With plain JSON only, and not from models that separate voices (docstring of `include` in the openai package).
function givesLogProbabilities(model: string): boolean {
  return /^gpt-4o(-mini)?-transcribe$|^gpt-4o-mini-transcribe-2025-12-15$/.test(model);
}
