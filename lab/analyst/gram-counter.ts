import { countNgrams, type Turn, type Zone } from '../../worker/src/analysis/engines/local/call-features';
import { termFrequency } from '../../worker/src/analysis/engines/local/linear-classifier';

/** The word sequences in one zone of a call, as numbers, each with its term frequency. */
export interface CountedZone {
  grams: Int32Array;
  frequencies: Float64Array;
}

/** Sequences that occur in fewer calls are never learned. */
const MIN_CALLS = 2;

/** Counts calls' word sequences, keeping only those that occur in several of the calls it was created with. */
export class GramCounter {
  /** Each zone's sequences, by number. */
  readonly names: string[][];
  private readonly numbers: Map<string, number>[];

  constructor(
    readonly zones: readonly Zone[],
    calls: readonly (readonly Turn[])[],
  ) {
    this.numbers = zones.map((zone) => numberFrequentGrams(zone, calls));
    this.names = this.numbers.map((numbers) => [...numbers.keys()]);
  }

  count(turns: readonly Turn[]): CountedZone[] {
    return countNgrams(turns, this.zones).map(({ counts }, index) => {
      const grams: number[] = [];
      const frequencies: number[] = [];
      for (const [gram, { count }] of counts) {
        const number = this.numbers[index]?.get(gram);
        if (number === undefined) continue;
        grams.push(number);
        frequencies.push(termFrequency(count));
      }
      return { grams: Int32Array.from(grams), frequencies: Float64Array.from(frequencies) };
    });
  }
}

function numberFrequentGrams(zone: Zone, calls: readonly (readonly Turn[])[]): Map<string, number> {
  const callCounts = new Map<string, number>();
  for (const turns of calls)
    for (const { counts } of countNgrams(turns, [zone]))
      for (const gram of counts.keys()) callCounts.set(gram, (callCounts.get(gram) ?? 0) + 1);
  const numberByGram = new Map<string, number>();
  for (const [gram, count] of callCounts) if (count >= MIN_CALLS) numberByGram.set(gram, numberByGram.size);
  return numberByGram;
}
