import { seededRandom } from '../measurement/corruption';
import type { TrainingCall } from '../training-data';
import { LINES, dropPackets, addNoise } from './degrade';
import { fitLine, pearson, predict, spearman } from './line-fit';
import { planRecordings } from './plan';
import { speechLevel } from './samples';
import { toSpokenText, splitSpokenWords, wordErrors } from './spoken-words';

describe('counting word errors', () => {
  it.each([
    ['It is $1,250.50, or 20% less.', 'it is one thousand two hundred fifty dollars fifty or twenty percent less'],
    ['Be there at 9:05, not 10:30 or 2:00', "be there at nine oh five not ten thirty or two o'clock"],
    ['the 3rd of May, on 22nd Street', 'the third of may on twenty second street'],
    ["It’s 07044, [beep] y'all", "it's zero seven zero four four y'all"],
  ])('spells out %j as it is spoken', (text, words) => {
    expect(splitSpokenWords(text).join(' ')).toBe(words);
  });

  it('keeps punctuation that affects how a voice reads text', () => {
    expect(toSpokenText('Well, is it 5?')).toMatch(/^Well, is it five ?\?$/);
  });

  it('counts replaced, missing and added words', () => {
    const spoken = 'how can i help you today'.split(' ');
    expect(wordErrors(spoken, 'how can i help you today'.split(' '))).toBe(0);
    expect(wordErrors(spoken, 'how can help you to day'.split(' '))).toBe(3);
    expect(wordErrors(spoken, [])).toBe(6);
    expect(wordErrors([], ['uh', 'huh'])).toBe(2);
  });
});

describe('telephone lines', () => {
  const tone = Float32Array.from({ length: 80_000 }, (_, index) => 0.1 * Math.sin(index / 3));

  it('drops the specified fraction of packets', () => {
    const lossyTone = dropPackets(tone, 0.2, 8_000, seededRandom(1));
    const packets = Array.from({ length: 500 }, (_, index) => lossyTone.subarray(index * 160, (index + 1) * 160));
    const changedPackets = packets.filter((packet, i) =>
      packet.some((value, index) => value !== tone[i * 160 + index]),
    );
    expect(changedPackets.length / packets.length).toBeGreaterThan(0.15);
    expect(changedPackets.length / packets.length).toBeLessThan(0.25);
  });

  it('adds noise at the specified number of decibels below the speech', () => {
    const noisyTone = addNoise(tone, 10, seededRandom(1));
    const noise = noisyTone.map((value, index) => value - (tone[index] ?? 0));
    const power = noise.reduce((sum, value) => sum + value * value, 0) / noise.length;
    expect(20 * Math.log10(speechLevel(tone) / Math.sqrt(power))).toBeCloseTo(10, 3);
  });
});

describe('planning recordings', () => {
  const calls = Array.from({ length: 120 }, (_, index): TrainingCall => {
    const text = 'twelve words that say nothing at all about anything in this call';
    return {
      id: `c${index}`,
      file: `file-${index % 4}.jsonl`,
      asrStyle: index % 10 === 9,
      turns: Array.from({ length: index < 10 ? 1 : 4 }, () => ({ speaker: 'customer', text })),
      label: index % 3 === 0 ? 'negative' : 'neutral',
      facts: [],
      needsFollowUp: false,
    };
  });
  const plan = planRecordings(calls, { maxWords: 100 });

  it('uses each line once before reusing any', () => {
    const lines = Object.keys(LINES);
    expect(plan.slice(0, lines.length).map(({ line }) => line)).toEqual(lines);
  });

  it('selects each suitable call once, alternating between files', () => {
    const suitableCalls = calls.filter(({ asrStyle, turns }) => !asrStyle && turns.length > 1);
    expect(plan.map(({ id }) => id).sort()).toEqual(suitableCalls.map(({ id }) => id).sort());
    expect(new Set(plan.slice(0, 8).map(({ file }) => file)).size).toBe(4);
  });

  it('is deterministic for the same calls', () => {
    expect(planRecordings(calls, { maxWords: 100 })).toEqual(plan);
  });
});

describe('calibration', () => {
  it('fits a line through noisy points', () => {
    const random = seededRandom(3);
    const features = Array.from({ length: 400 }, () => [random(), random()]);
    const line = fitLine(
      features,
      features.map(([a = 0, b = 0]) => 0.2 + 0.6 * a - 0.3 * b + 0.02 * (random() - 0.5)),
    );
    expect(predict(line, [0.5, 0.5])).toBeCloseTo(0.35, 1);
    expect(line[1]).toBeGreaterThan(0.5);
    expect(line[2]).toBeLessThan(-0.2);
  });

  it('correlates values and ranks', () => {
    expect(pearson([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 9);
    expect(pearson([1, 2, 3], [5, 5, 5])).toBe(0);
    expect(spearman([1, 2, 3, 4], [1, 10, 100, 1_000])).toBeCloseTo(1, 9);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 9);
  });
});
