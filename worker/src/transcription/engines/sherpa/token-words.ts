import { z } from 'zod';

/** The parts of sherpa-onnx's `OfflineRecognizerResult` used here. Lists the model doesn't return are empty. */
export const RECOGNITION_SCHEMA = z.object({
  result: z.object({
    text: z.string(),
    tokens: z.array(z.string()),
    /** In seconds. */
    timestamps: z.array(z.number()),
    /** In seconds; only from models that predict durations. */
    durations: z.array(z.number()),
    ys_log_probs: z.array(z.number()),
  }),
});
export type Recognition = z.infer<typeof RECOGNITION_SCHEMA>['result'];

export interface TimedWord {
  text: string;
  /** Within the recognized piece. */
  startMs: number;
  endMs: number;
  confidence?: number;
}

// Length of a word's last token if neither the model nor the next word determines it.
const LAST_TOKEN_MS = 240;
const WORD_START = /^[ \u2581]/;

/**
 * Joins a model's tokens into words. A word's confidence is the geometric mean of its tokens' probabilities.
 * @returns undefined if there are no tokens, or the model doesn't return timestamps
 */
export function joinTokens({
  tokens,
  timestamps,
  durations,
  ys_log_probs: logs,
}: Recognition): TimedWord[] | undefined {
  if (tokens.length === 0 || timestamps.length !== tokens.length) return undefined;
  const words = tokens.reduce<number[][]>((groups, token, index) => {
    if (groups.length === 0 || WORD_START.test(token)) groups.push([]);
    groups.at(-1)?.push(index);
    return groups;
  }, []);
  return words.flatMap((indexes) => {
    const text = indexes
      .map((index) => tokens[index])
      .join('')
      .replace(/\u2581/g, ' ')
      .trim();
    if (!text) return [];
    const last = indexes.at(-1)!;
    const lastMs = timestamps[last]! * 1_000;
    const lengthMs = durations[last] ? durations[last] * 1_000 : LAST_TOKEN_MS;
    const nextMs = (timestamps[last + 1] ?? Infinity) * 1_000;
    const endMs = Math.max(Math.min(lastMs + lengthMs, nextMs), lastMs);
    const word = { text, startMs: Math.round(timestamps[indexes[0]!]! * 1_000), endMs: Math.round(endMs) };
    return [
      logs.length === tokens.length ? { ...word, confidence: meanProbability(indexes.map((i) => logs[i]!)) } : word,
    ];
  });
}

function meanProbability(logProbs: number[]): number {
  return Math.min(Math.exp(logProbs.reduce((sum, logProb) => sum + logProb, 0) / logProbs.length), 1);
}
