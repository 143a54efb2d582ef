import { z } from 'zod';

import { UnreadableTranscript, type ParsedTurn, type ParsedTranscript } from './parsed-transcript';

const TURNS_SCHEMA = z.array(
  z.object({
    speaker: z.union([z.string(), z.number()]).nullish(),
    start: z.number().nullish(),
    end: z.number().nullish(),
    text: z.string(),
  }),
);

// The fields used from POST /v1/audio/transcriptions, as `json`, `verbose_json` and `diarized_json`.
const OPENAI_SCHEMA = z.object({
  text: z.string().optional(),
  language: z.string().nullish(),
  duration: z.number().nullish(),
  segments: TURNS_SCHEMA.nullish(),
});

const WORD_SCHEMA = z.object({
  word: z.string(),
  punctuated_word: z.string().optional(),
  start: z.number(),
  end: z.number(),
  speaker: z.number().optional(),
});
type Word = z.infer<typeof WORD_SCHEMA>;

// The fields used from POST /v1/listen. Source: developers.deepgram.com, "Utterances", "Multichannel".
const DEEPGRAM_SCHEMA = z.object({
  metadata: z.object({ duration: z.number().optional() }).optional(),
  results: z.object({
    utterances: z
      .array(
        z.object({
          start: z.number(),
          end: z.number(),
          channel: z.number().optional(),
          speaker: z.number().optional(),
          transcript: z.string(),
          confidence: z.number().min(0).max(1).optional(),
        }),
      )
      .optional(),
    channels: z
      .array(
        z.object({
          detected_language: z.string().optional(),
          // Sorted by word count if the language can change.
          alternatives: z
            .array(z.object({ languages: z.array(z.string()).optional(), words: z.array(WORD_SCHEMA) }))
            .min(1),
        }),
      )
      .optional(),
  }),
});

// A longer gap between two words starts a new turn.
const PAUSE_SECONDS = 0.8;

/** Reads a list of turns, or a response from OpenAI or Deepgram. @throws UnreadableTranscript */
export function readTranscriptJson(json: unknown): ParsedTranscript {
  if (Array.isArray(json)) return { turns: parse(TURNS_SCHEMA, json).map(toTurn) };
  if (typeof json === 'object' && json !== null && 'results' in json) return readDeepgram(parse(DEEPGRAM_SCHEMA, json));
  if (typeof json === 'object' && json !== null && ('text' in json || 'segments' in json))
    return readOpenAi(parse(OPENAI_SCHEMA, json));
  throw new UnreadableTranscript(
    'Send a list of turns such as [{"speaker": "agent", "text": "Hello"}], SRT or WebVTT as text, or a JSON response from Deepgram or OpenAI.',
  );
}

function readOpenAi({ text, language, duration, segments }: z.infer<typeof OPENAI_SCHEMA>): ParsedTranscript {
  return {
    turns: segments?.length ? segments.map(toTurn) : [{ text: text ?? '' }],
    language: language ?? undefined,
    durationSeconds: duration ?? undefined,
  };
}

function readDeepgram({ metadata, results }: z.infer<typeof DEEPGRAM_SCHEMA>): ParsedTranscript {
  const { utterances, channels = [] } = results;
  const hasSeparateChannels = channels.length > 1 || (utterances ?? []).some(({ channel = 0 }) => channel > 0);
  const nameSpeaker = (channel: number, speaker?: number): string | undefined =>
    hasSeparateChannels || speaker !== undefined ? `${channel} ${hasSeparateChannels ? '' : speaker}` : undefined;
  const turns = utterances
    ? utterances.map(({ channel = 0, speaker, transcript, ...turn }) => ({
        ...turn,
        speaker: nameSpeaker(channel, speaker),
        text: transcript,
      }))
    : channels.flatMap(({ alternatives }, channel) =>
        groupWords(alternatives[0]?.words ?? []).map((words) => ({
          speaker: nameSpeaker(channel, words[0]?.speaker),
          start: words[0]?.start,
          end: words.at(-1)?.end,
          text: words.map(({ word, punctuated_word: punctuated }) => punctuated ?? word).join(' '),
        })),
      );
  const language = channels[0]?.detected_language ?? channels[0]?.alternatives[0]?.languages?.[0];
  return { turns, language, durationSeconds: metadata?.duration };
}

function groupWords(words: readonly Word[]): Word[][] {
  const turns: Word[][] = [];
  for (const word of words) {
    const last = turns.at(-1)?.at(-1);
    if (last && last.speaker === word.speaker && word.start - last.end < PAUSE_SECONDS) turns.at(-1)?.push(word);
    else turns.push([word]);
  }
  return turns;
}

function toTurn({ speaker, start, end, text }: z.infer<typeof TURNS_SCHEMA>[number]): ParsedTurn {
  return { speaker: speaker?.toString(), start: start ?? undefined, end: end ?? undefined, text };
}

function parse<T>(schema: z.ZodType<T>, json: unknown): T {
  const { data, error } = schema.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new UnreadableTranscript(
    [issue?.path.join('.'), issue?.message ?? 'This is not a transcript'].filter(Boolean).join(': ') + '.',
  );
}
