import type { Transcript } from '@ringwell/domain/calls/transcript';

import { indexSpokenWords, findUnsupportedNames, findUnsupportedDates, type SpokenWordIndex } from './names';
import { isSpokenNumber, collectSpokenNumbers, findWrittenNumbers } from './numbers';
import { findUnsupportedPromises } from './promises';
import { translateFacts } from './spanish';

const QUOTED_TEXT = /[“"]([^“”"]+)[”"]/g;

/** The facts stated on a call, which written sentences are checked against. */
export class TranscriptFacts {
  private readonly texts: readonly string[];
  private readonly numbers: ReadonlySet<string>;
  private readonly words: SpokenWordIndex;
  private readonly plainText: string;

  /** @param additionalTexts texts whose names and numbers are accepted even if no one said them */
  constructor(
    private readonly transcript: Pick<Transcript, 'segments' | 'language'>,
    additionalTexts: readonly string[] = [],
  ) {
    const spokenTexts = transcript.segments.map(({ text }) => text);
    this.texts = /^en\b/i.test(transcript.language)
      ? spokenTexts
      : [...spokenTexts, ...spokenTexts.map(translateFacts)];
    const texts = [...this.texts, ...additionalTexts];
    this.numbers = collectSpokenNumbers(texts);
    this.words = indexSpokenWords(texts);
    this.plainText = normalizeWords([...spokenTexts, ...additionalTexts].join(' '));
  }

  /** Unsupported claims in a sentence: numbers, amounts, times, dates, names, quotes and promises. */
  findUnsupportedClaims(sentence: string): string[] {
    return [
      ...findWrittenNumbers(sentence).filter((number) => !isSpokenNumber(number, this.numbers)),
      ...findUnsupportedNames(sentence, this.words),
      ...findUnsupportedDates(sentence, this.words, this.texts),
      ...[...sentence.matchAll(QUOTED_TEXT)].flatMap(([, quote = '']) =>
        this.plainText.includes(normalizeWords(quote)) ? [] : [quote],
      ),
      ...findUnsupportedPromises(sentence, this.transcript),
    ];
  }
}

function normalizeWords(text: string): string {
  return ` ${(
    text
      .toLowerCase()
      .replace(/[’]/g, "'")
      .match(/[\p{L}\p{M}\d']+/gu) ?? []
  ).join(' ')} `;
}
