import type { Transcript } from '@ringwell/domain/calls/transcript';

import { saidWords, unsaidNames, wrongDates, type SaidWords } from './names';
import { isSaid, numbersSaid, numbersWritten } from './numbers';
import { unsaidPromises } from './promises';

const QUOTED = /[“"]([^“”"]+)[”"]/g;

/** The facts stated on a call, which written sentences are checked against. */
export class SaidFacts {
  private readonly texts: readonly string[];
  private readonly numbers: ReadonlySet<string>;
  private readonly words: SaidWords;
  private readonly plain: string;

  /** @param known texts whose names and numbers are accepted even if no one said them */
  constructor(
    private readonly transcript: Pick<Transcript, 'segments'>,
    known: readonly string[] = [],
  ) {
    this.texts = transcript.segments.map(({ text }) => text);
    const texts = [...this.texts, ...known];
    this.numbers = numbersSaid(texts);
    this.words = saidWords(texts);
    this.plain = plainWords(texts.join(' '));
  }

  /** Unsupported claims in a sentence: numbers, amounts, times, dates, names, quotes and promises. */
  unsaidIn(sentence: string): string[] {
    return [
      ...numbersWritten(sentence).filter((number) => !isSaid(number, this.numbers)),
      ...unsaidNames(sentence, this.words),
      ...wrongDates(sentence, this.words, this.texts),
      ...[...sentence.matchAll(QUOTED)].flatMap(([, quote = '']) =>
        this.plain.includes(plainWords(quote)) ? [] : [quote],
      ),
      ...unsaidPromises(sentence, this.transcript),
    ];
  }
}

function plainWords(text: string): string {
  return ` ${(
    text
      .toLowerCase()
      .replace(/[’]/g, "'")
      .match(/[\p{L}\p{M}\d']+/gu) ?? []
  ).join(' ')} `;
}
