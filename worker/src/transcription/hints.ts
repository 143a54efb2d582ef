import { uniqueTerms } from '@ringwell/domain/accounts/vocabulary';

/**
 * Terms a recognizer should expect in a call, most important first: the customer's name, then the account's names and
 * terms. Recognizers with a limit use the first ones.
 */
export function callHints(customerName: string | null, vocabulary: readonly string[]): string[] {
  return uniqueTerms(customerName === null ? vocabulary : [customerName, ...vocabulary]);
}

// Whisper only reads the last 224 tokens of a prompt (developers.openai.com, guide "Speech to text", "Prompting"), so a
// longer prompt would lose its first hints.
const MAX_PROMPT_TOKENS = 220;

/** The `prompt` for OpenAI's `/audio/transcriptions`: a list of whole terms; '' if the model can't use any. */
export function openaiPrompt(hints: readonly string[], model: string): string {
  // Diarizing models reject prompts (developers.openai.com, API reference, "Create transcription", `prompt`).
  if (model.includes('diarize')) return '';
  return truncateToTokens(hints, MAX_PROMPT_TOKENS).join(', ');
}

/** The `keywords` for gpt-transcribe, which rejects angle brackets and line breaks in them. */
export function openaiKeywords(hints: readonly string[]): string[] {
  const keywords = hints.map((hint) => hint.replace(/[<>\p{Cc}\u2028\u2029]+/gu, ' ').replace(/ {2,}/g, ' '));
  return uniqueTerms(keywords).filter(Boolean);
}

// Deepgram rejects requests beyond these limits (developers.deepgram.com/docs/keyterm and /docs/keywords).
const MAX_KEYTERM_TOKENS = 500;
const MAX_DEEPGRAM_TERMS = 100;

export interface DeepgramHints {
  parameter: 'keyterm' | 'keywords';
  values: string[];
}

/** Nova-3 and Flux take phrases as `keyterm`; older models take single words as `keywords`. */
export function deepgramHints(hints: readonly string[], model: string): DeepgramHints {
  if (model.startsWith('nova-3') || model.startsWith('flux')) {
    return { parameter: 'keyterm', values: truncateToTokens(hints, MAX_KEYTERM_TOKENS).slice(0, MAX_DEEPGRAM_TERMS) };
  }
  // A colon would separate a word from its weight.
  const words = hints.flatMap((hint) => hint.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []);
  return { parameter: 'keywords', values: uniqueTerms(words).slice(0, MAX_DEEPGRAM_TERMS) };
}

/** Returns the leading terms that fit. */
export function truncateToTokens(terms: readonly string[], maxTokens: number): string[] {
  let tokens = 0;
  const end = terms.findIndex((term) => {
    tokens += estimateTokens(term);
    return tokens > maxTokens;
  });
  return terms.slice(0, end === -1 ? undefined : end);
}

// An upper bound: common English words have four bytes per token, foreign names two. One token is for the comma.
function estimateTokens(term: string): number {
  return Math.ceil(Buffer.byteLength(term) / 2) + 1;
}
