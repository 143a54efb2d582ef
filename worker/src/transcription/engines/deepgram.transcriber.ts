import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { Agent, request } from 'undici';
import { z } from 'zod';

import type { RecognizedWord, Speaker, Transcript } from '@ringwell/domain/calls/transcript';
import { AppError } from '@ringwell/domain/errors/app-error';
import { getPlaceholder, type SensitiveKind } from '@ringwell/domain/redaction/finding';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import type { DecodedAudio } from '../../audio/decoded-audio';
import { providerError } from '../../provider-error';
import { deepgramHints } from '../hints';
import { Transcriber, type TranscribeOptions } from '../transcriber';

export interface DeepgramOptions {
  apiKey: string;
  /** `https://api.deepgram.com`, or a self-hosted instance. */
  baseUrl: string;
  model: string;
  timeoutMs: number;
  /** BCP 47; the model's default (English) if omitted. */
  language?: string;
}

const PROVIDER = 'Deepgram';
const DEFAULT_LANGUAGE = 'en';
const ANY_LANGUAGE = 'multi';
const BAD_REQUEST = 400;

// The response fields used here. Source: developers.deepgram.com, "Multichannel", "Utterances" and "Diarization".
const RESPONSE_SCHEMA = z.object({
  results: z.object({
    channels: z
      .array(z.object({ alternatives: z.array(z.object({ languages: z.array(z.string()).optional() })) }))
      .optional()
      .catch(undefined),
    utterances: z.array(
      z.object({
        start: z.number(),
        end: z.number(),
        channel: z.number(),
        speaker: z.number().optional(),
        transcript: z.string(),
        words: z
          .array(
            z.object({
              word: z.string(),
              punctuated_word: z.string().optional(),
              start: z.number(),
              end: z.number(),
              confidence: z.number().optional(),
            }),
          )
          .optional(),
        confidence: z.number().optional(),
      }),
    ),
  }),
});
type DeepgramResponse = z.infer<typeof RESPONSE_SCHEMA>;
type Word = NonNullable<DeepgramResponse['results']['utterances'][number]['words']>[number];

interface RequestFeatures {
  hints: string[];
  redact: boolean;
}

// `numbers` would also remove phone numbers and dates. https://developers.deepgram.com/docs/redaction
const REDACTED_ENTITIES = ['pci', 'ssn'];
// `[CREDIT_CARD_1]`, by entity type. https://developers.deepgram.com/docs/supported-entity-types
const ENTITY = /\[([A-Z_]+?)(?:_\d+)?\]/g;
const ENTITY_KINDS: Partial<Record<string, SensitiveKind>> = {
  CREDIT_CARD: 'card number',
  CREDIT_CARD_NUMBER: 'card number',
  CREDIT_CARD_EXPIRATION: 'expiry date',
  CVV: 'security code',
  CREDIT_CARD_CVV: 'security code',
  SSN: 'social security number',
};

/** Sends the original recording, both channels in one request. Requests voice separation for a single channel. */
export class DeepgramTranscriber extends Transcriber {
  readonly engine: string;
  // Removes undici's five-minute response timeout, so that only the request's own time limit applies.
  private readonly agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

  constructor(private readonly options: DeepgramOptions) {
    super();
    this.engine = `deepgram:${options.model}`;
  }

  async transcribe(
    audio: DecodedAudio,
    { signal, hints = [], redact = false }: TranscribeOptions,
  ): Promise<Transcript> {
    const response = await this.requestTranscription(audio, { hints, redact }, signal);
    // Deepgram numbers a single mixed channel 0.
    const speakers = new Map<number, Speaker>(
      audio.channels.map((channel) => [channel.sourceChannel, channel.speaker]),
    );
    const segments = response.results.utterances.flatMap(
      ({ start, end, channel, speaker: voice, transcript, confidence, words }) => {
        const speaker = speakers.get(channel);
        const text = withPlaceholders(transcript.trim());
        if (!speaker || !text) return [];
        return [
          {
            speaker,
            ...(speaker === 'unknown' && voice !== undefined && { speakerNumber: voice }),
            startMs: Math.round(start * 1_000),
            endMs: Math.round(end * 1_000),
            text,
            ...(confidence !== undefined && { confidence }),
            ...(words?.length && { words: words.map(toRecognizedWord) }),
          },
        ];
      },
    );
    return {
      engine: this.engine,
      language:
        this.options.language === ANY_LANGUAGE ? findLanguage(response) : (this.options.language ?? DEFAULT_LANGUAGE),
      durationSeconds: audio.durationSeconds,
      segments: segments.sort((a, b) => a.startMs - b.startMs),
    };
  }

  private async requestTranscription(
    audio: DecodedAudio,
    features: RequestFeatures,
    callSignal: AbortSignal,
  ): Promise<DeepgramResponse> {
    callSignal.throwIfAborted();
    const { size } = await stat(audio.sourcePath);
    const limit = startTimeLimit(this.options.timeoutMs, callSignal);
    const body = createReadStream(audio.sourcePath);
    try {
      const response = await request(this.buildUrl(audio, features), {
        method: 'POST',
        headers: {
          authorization: `Token ${this.options.apiKey}`,
          'content-type': audio.mimeType,
          'content-length': String(size),
        },
        body,
        signal: limit.signal,
        dispatcher: this.agent,
      });
      const text = await response.body.text();
      // Some models and languages don't accept hints, and the limit is in tokens that only Deepgram can count. Some
      // don't redact; our own redaction follows either way.
      if (response.statusCode === BAD_REQUEST && features.hints.length > 0)
        return await this.requestTranscription(audio, { ...features, hints: [] }, callSignal);
      if (response.statusCode === BAD_REQUEST && features.redact)
        return await this.requestTranscription(audio, { ...features, redact: false }, callSignal);
      if (response.statusCode >= 300) {
        throw providerError({
          provider: PROVIDER,
          area: 'TRANSCRIPTION',
          status: response.statusCode,
          retryAfter: response.headers['retry-after'],
        });
      }
      return parseResponse(text);
    } catch (error) {
      callSignal.throwIfAborted();
      if (error instanceof AppError) throw error;
      throw providerError({ provider: PROVIDER, area: 'TRANSCRIPTION', isTimeout: limit.hasPassed, cause: error });
    } finally {
      limit.end();
      body.destroy();
    }
  }

  private buildUrl(audio: DecodedAudio, { hints, redact }: RequestFeatures): URL {
    const { baseUrl, model, language } = this.options;
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v1/listen`);
    // Also splits a lone right channel, because mixing it with the silent left one would halve its loudness.
    const multichannel = audio.channels.some((channel) => channel.sourceChannel > 0);
    const params = {
      model,
      language,
      utterances: 'true',
      smart_format: 'true',
      multichannel: String(multichannel),
      diarize: audio.channels.length === 1 ? 'true' : undefined,
    };
    for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value);
    if (redact) for (const entities of REDACTED_ENTITIES) url.searchParams.append('redact', entities);
    const { parameter, values } = deepgramHints(hints, model);
    for (const value of values) url.searchParams.append(parameter, value);
    return url;
  }
}

function parseResponse(text: string): DeepgramResponse {
  try {
    return RESPONSE_SCHEMA.parse(JSON.parse(text));
  } catch {
    throw providerError({ provider: PROVIDER, area: 'TRANSCRIPTION', isMalformed: true }); // the cause would quote the call
  }
}

// Deepgram sorts each channel's languages by word count.
function findLanguage({ results: { channels = [] } }: DeepgramResponse): string {
  const languages = channels.flatMap(({ alternatives: [best] }) => best?.languages?.[0] ?? []);
  const [first = ANY_LANGUAGE] = languages;
  return languages.every((language) => language === first) ? first : ANY_LANGUAGE;
}

function toRecognizedWord({ word, punctuated_word: punctuated, start, end, confidence }: Word): RecognizedWord {
  const times = { startMs: Math.round(start * 1_000), endMs: Math.round(end * 1_000) };
  return { text: withPlaceholders(punctuated ?? word), ...times, ...(confidence !== undefined && { confidence }) };
}

function withPlaceholders(text: string): string {
  return text.replace(ENTITY, (entity, type: string) => {
    const kind = ENTITY_KINDS[type];
    return kind === undefined ? entity : getPlaceholder(kind);
  });
}
