import type { Transcript } from '@ringwell/domain/calls/transcript';

import { saidWords, unsaidNames, wrongDates, type SaidWords } from './names';
import { isSaid, numbersSaid, numbersWritten } from './numbers';
import { unsaidPromises } from './promises';

const QUOTED = /[“"]([^“”"]+)[”"]/g;

/** Facts of a call, against which written sentences are checked. */
export class SaidFacts {
  private readonly texts: readonly string[];
  private readonly numbers: ReadonlySet<string>;
  private readonly words: SaidWords;
  private readonly plain: string;

  /** @param known texts with names and numbers that need not be said in the call */
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

  /** Claims of a sentence that the call does not support: numbers, amounts, times, dates, names, quotes and promises.
   */
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
