import type { LabeledCall } from './labeled-call';

/** Returns a seeded random number generator, from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Turns = LabeledCall['turns'];

const SOUNDS: Record<string, string> = {
  b: '1',
  f: '1',
  p: '1',
  v: '1',
  c: '2',
  g: '2',
  j: '2',
  k: '2',
  q: '2',
  s: '2',
  x: '2',
  z: '2',
  d: '3',
  t: '3',
  l: '4',
  m: '5',
  n: '5',
  r: '6',
};
const SHORT_WORDS = ['a', 'the', 'to', 'and', 'in', 'it', 'of', 'uh', 'is', 'that'];

/** A word's rough sound: its consonants by place of articulation. */
function computeSoundKey(word: string): string {
  let code = '';
  for (const character of word) {
    const sound = SOUNDS[character] ?? '';
    if (sound !== '' && !code.endsWith(sound)) code += sound;
  }
  return /^[aeiou]/.test(word) ? `0${code}` : code;
}

const SUBSTITUTION_PROBABILITY = 0.6;
const DROP_PROBABILITY = 0.25;

/** Simulates speech recognizer errors: similar-sounding words, missing words, inserted short words. */
export class Corruptor {
  private readonly wordsBySound = new Map<string, string[]>();

  /** @param vocabulary words that may replace similar-sounding words */
  constructor(vocabulary: Iterable<string>) {
    for (const word of new Set(vocabulary)) {
      const sound = computeSoundKey(word);
      const group = this.wordsBySound.get(sound);
      if (group === undefined) this.wordsBySound.set(sound, [word]);
      else group.push(word);
    }
  }

  /** @param rate word error rate, 0 to 1 */
  corrupt(turns: Turns, rate: number, random: () => number): { turns: Turns; errors: number; words: number } {
    let errors = 0;
    let words = 0;
    const corrupted = turns.map(({ speaker, text }) => {
      const corruptedWords: string[] = [];
      for (const word of rawWords(text)) {
        words += 1;
        if (random() >= rate) {
          corruptedWords.push(word);
          continue;
        }
        errors += 1;
        const kind = random();
        if (kind < SUBSTITUTION_PROBABILITY) corruptedWords.push(this.pickSoundAlike(word, random));
        else if (kind >= SUBSTITUTION_PROBABILITY + DROP_PROBABILITY)
          corruptedWords.push(word, pick(SHORT_WORDS, random));
      }
      return { speaker, text: corruptedWords.join(' ') };
    });
    return { turns: corrupted.filter((turn) => turn.text !== ''), errors, words };
  }

  private pickSoundAlike(word: string, random: () => number): string {
    const group = (this.wordsBySound.get(computeSoundKey(word)) ?? []).filter((candidate) => candidate !== word);
    return group.length > 0 ? pick(group, random) : pick(SHORT_WORDS, random);
  }
}

/** A text's words as a recognizer would spell them: lowercase, no punctuation except apostrophes. */
export function rawWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');
}

function pick(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)] ?? 'the';
}
