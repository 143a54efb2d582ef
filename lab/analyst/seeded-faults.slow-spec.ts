import { TranscriptFacts } from '../../worker/src/analysis/checks/transcript-facts';
import { seededRandom } from './measurement/corruption';
import { toTranscript } from './measurement/labeled-call';
import { loadTrainingCalls, type TrainingCall } from './training-data';

// People wrote the facts of these calls, so they are correct sentences. In half of u5, words were replaced later.
const calls = loadTrainingCalls().filter(
  ({ file, asrStyle }) => /^[tu]/.test(file) && !(file === 'u5.jsonl' && asrStyle),
);
const facts = new Map(
  calls.map((call) => [call, new TranscriptFacts(toTranscript(call.turns), [call.customerName ?? ''])]),
);
const notes = calls.flatMap((call) => call.facts.map((sentence) => ({ call, sentence })));
const isDropped = ({ call, sentence }: Note): boolean =>
  (facts.get(call)?.findUnsupportedClaims(sentence) ?? []).length > 0;

interface Note {
  call: TrainingCall;
  sentence: string;
}

const SEED = 40;
const SEEDED_COUNT = 100;
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const MONTHS = 'January February March April June July August September October November December'.split(' ');
const NUMBER = /\$?\d[\d,]*\d(?:[:.]\d\d)?/g;
const NAME = /(?<=[a-z,] )[A-Z][a-z]{2,}(?= |'s|,|$)/g;
const NOT_A_NAME =
  /^(?:Street|Road|Avenue|Lane|Court|Drive|Roofing|Plumbing|Air|West|East|North|South|Home|Doors|Services?|Electric|Heating|May|Old|Company|Part|King|Bay)$/;
// Each promise is false for calls that don't contain the word next to it.
const PROMISES = [
  ['The company promised a full refund.', 'refund'],
  ['The office will email a revised estimate.', 'estimate'],
  ['The technician will come back at no charge.', 'charge'],
  ['They agreed to replace the unit for free.', 'free'],
  ['The agent promised a discount on the next visit.', 'discount'],
  ['They will waive the service fee.', 'fee'],
  ['The company guaranteed the work for five years.', 'guarant'],
  ['A supervisor will review the invoice.', 'invoice'],
  ['The crew will redo the trim.', 'trim'],
  ['The company will pay for the damage.', 'damage'],
  ['They will send a different technician.', 'different'],
  ["They agreed to match the competitor's price.", 'match'],
  ['The company will extend the warranty.', 'warranty'],
] as const;

const random = seededRandom(SEED);
const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
};
const isMentioned = ({ turns }: TrainingCall, word: string): boolean =>
  turns.some(({ text }) => text.toLowerCase().includes(word.toLowerCase()));
const extractNames = (text: string): string[] =>
  (text.match(NAME) ?? []).filter((name) => !NOT_A_NAME.test(name) && ![...WEEKDAYS, ...MONTHS].includes(name));
const replaceFact = ({ call, sentence }: Note, original: string, replacement: string): Note | null =>
  original === replacement || isMentioned(call, replacement)
    ? null
    : { call, sentence: sentence.replace(original, replacement) };

const FAULT_GENERATORS: Record<string, () => Note | null> = {
  numbers() {
    const note = pick(notes);
    const numbers = note.sentence.match(NUMBER);
    if (numbers === null) return null;
    const original = pick(numbers);
    return replaceFact(
      note,
      original,
      original.replace(/\d/g, () => String(1 + Math.floor(random() * 9))),
    );
  },
  names() {
    const note = pick(notes);
    const [names, otherNames] = [extractNames(note.sentence), extractNames(pick(notes).sentence)];
    return names.length === 0 || otherNames.length === 0 ? null : replaceFact(note, pick(names), pick(otherNames));
  },
  dates() {
    const note = pick(notes);
    const days = [...WEEKDAYS, ...MONTHS].filter((day) => note.sentence.includes(day));
    if (days.length === 0) return null;
    const original = pick(days);
    return replaceFact(note, original, pick(WEEKDAYS.includes(original) ? WEEKDAYS : MONTHS));
  },
  promises() {
    const { call } = pick(notes);
    const [sentence, promisedThing] = pick(PROMISES);
    return isMentioned(call, promisedThing) ? null : { call, sentence };
  },
};

function drawNotes(kind: string, count: number): Note[] {
  const notes: Note[] = [];
  while (notes.length < count) {
    const note = FAULT_GENERATORS[kind]?.();
    if (note) notes.push(note);
  }
  return notes;
}

describe('checking written sentences', () => {
  it('catches 98 of 100 false numbers, names, dates and promises', () => {
    const seededNotes = Object.keys(FAULT_GENERATORS).flatMap((kind) => drawNotes(kind, SEEDED_COUNT / 4));
    const missedSentences = seededNotes
      .filter((note) => !isDropped(note))
      .map(({ call, sentence }) => `${call.id}: ${sentence}`);
    expect(missedSentences.slice(2)).toEqual([]);
  });

  it('drops at most 2% of correct sentences', () => {
    const droppedNotes = notes.filter(isDropped);
    expect(notes.length).toBeGreaterThan(3_000);
    expect(droppedNotes.length / notes.length).toBeLessThanOrEqual(0.02);
  });
});
