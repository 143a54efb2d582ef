import { baseLanguage } from '@ringwell/domain/calls/spoken-language';

import { openaiKeywords, openaiPrompt } from '../../hints';

/** A response format of OpenAI's `/audio/transcriptions` that the engine requests. */
export type ResponseFormat = 'json' | 'verbose_json' | 'diarized_json';

/**
 * A model's most detailed response format: text for `gpt-…` models, timestamps and voices for `gpt-…-diarize` models,
 * and timestamps for Whisper and other servers' models.
 */
export function chooseResponseFormat(model: string): ResponseFormat {
  if (separatesVoices(model)) return 'diarized_json';
  return isGpt(model) ? 'json' : 'verbose_json';
}

/** `gpt-…` models reject recordings over 1,400 seconds, according to their error message. */
export function hasLengthLimit(model: string): boolean {
  return isGpt(model);
}

/**
 * The request parameters for a model, which would reject other models' parameters.
 * @param language ISO 639-1, or BCP 47, which is reduced to ISO 639-1; detected if omitted
 */
export function requestParameters(
  model: string,
  format: ResponseFormat,
  { language, hints }: { language?: string; hints: readonly string[] },
): object {
  const base = baseLanguage(language);
  if (isGptTranscribe(model)) {
    const keywords = openaiKeywords(hints);
    return {
      response_format: format,
      ...(base && { languages: [base] }),
      ...(keywords.length > 0 && { keywords }),
    };
  }
  const prompt = openaiPrompt(hints, model);
  return {
    response_format: format,
    // These models require a chunking strategy for recordings over 30 seconds.
    ...(separatesVoices(model) && { chunking_strategy: 'auto' }),
    ...(returnsLogProbabilities(model) && { include: ['logprobs'] }),
    ...(base && { language: base }),
    ...(prompt && { prompt }),
  };
}

// Gateways add a vendor prefix: openai/gpt-transcribe.
function isGpt(model: string): boolean {
  return /^(.*\/)?gpt-/.test(model);
}

function isGptTranscribe(model: string): boolean {
  return /^(.*\/)?gpt-transcribe/.test(model);
}

function separatesVoices(model: string): boolean {
  return model.includes('diarize');
}

// Available only with plain JSON, and not from models that separate voices (docstring of `include` in the openai
// package).
function returnsLogProbabilities(model: string): boolean {
  return /^gpt-4o(-mini)?-transcribe$|^gpt-4o-mini-transcribe-2025-12-15$/.test(model);
}
