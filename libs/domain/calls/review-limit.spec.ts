import { dependsOnLimit, REVIEW_TOLERANCES, reviewLimit, standardLimit, type CheckedLabel } from './review-limit';

const LOCAL = 'local';
const MODEL = 'llm:gpt-6-luna';

/** Labels with the confidences 0.99, 0.98 and so on; the labels at the given indexes were wrong. */
function makeLabels(count: number, wrongIndexes: readonly number[] = [], engine = LOCAL): CheckedLabel[] {
  return Array.from({ length: count }, (_, index) => ({
    engine,
    confidence: (990 - index * 10) / 1_000,
    isRight: !wrongIndexes.includes(index),
  }));
}

describe('the limit below which labels need a listen', () => {
  it('is the standard limit unless the account has chosen a tolerance, regardless of its checks', () => {
    const checkedLabels = [...makeLabels(90), ...makeLabels(90, [], MODEL)];
    expect(reviewLimit('standard', LOCAL, checkedLabels)).toEqual({ limit: 0.876, source: 'standard', checked: 90 });
    expect(reviewLimit('standard', MODEL, checkedLabels)).toMatchObject({ limit: 0.8, source: 'standard' });
  });

  it('is computed from the checked calls once there are fifty', () => {
    expect(reviewLimit('one_in_20', LOCAL, makeLabels(49))).toEqual({ limit: 0.897, source: 'shipped', checked: 49 });
    expect(reviewLimit('one_in_20', LOCAL, makeLabels(50))).toEqual({ limit: 0.5, source: 'checks', checked: 50 });
  });

  it('is the lowest confidence that stays within the tolerance', () => {
    // 2 of 40 are wrong at 0.60 and above; below that, 3 of 41 to 59 are wrong.
    expect(reviewLimit('one_in_20', LOCAL, makeLabels(55, [5, 30, 40]))).toMatchObject({
      limit: 0.6,
      source: 'checks',
    });
    // A third wrong label is allowed once there are sixty calls.
    expect(reviewLimit('one_in_20', LOCAL, makeLabels(60, [5, 30, 40]))).toMatchObject({
      limit: 0.4,
      source: 'checks',
    });
  });

  it('puts labels with equal confidence on the same side of the limit', () => {
    const tiedLabels = makeLabels(60, [0, 1]).map((label, index) => ({
      ...label,
      confidence: index < 30 ? 0.9 : 0.7,
    }));
    tiedLabels.push({ engine: LOCAL, confidence: 0.7, isRight: false });
    expect(reviewLimit('one_in_20', LOCAL, tiedLabels)).toMatchObject({ limit: 0.7 });
    expect(reviewLimit('one_in_50', LOCAL, tiedLabels)).toMatchObject({ source: 'unreached' });
  });

  it('requires enough higher-confidence calls to demonstrate the tolerance', () => {
    // The 12 most confident labels are all correct, but 12 are too few to demonstrate one in 20.
    const checkedLabels = makeLabels(60, [12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    expect(reviewLimit('one_in_10', LOCAL, checkedLabels)).toMatchObject({ limit: 0.87, source: 'checks' });
    expect(reviewLimit('one_in_20', LOCAL, checkedLabels)).toMatchObject({ limit: 0.897, source: 'unreached' });
  });

  it("is the stricter of the shipped limit and the next more lenient tolerance's limit if the tolerance cannot be met", () => {
    const wrongLabels = makeLabels(80).map((label) => ({ ...label, isRight: false }));
    expect(reviewLimit('one_in_50', LOCAL, wrongLabels)).toEqual({ limit: 0.942, source: 'unreached', checked: 80 });
    const confidentLabels = makeLabels(55, [20, 21, 22, 23, 24, 25]).map((label) => ({
      ...label,
      confidence: 0.9 + label.confidence / 10,
    }));
    const lenientLimit = reviewLimit('one_in_20', LOCAL, confidentLabels);
    expect(lenientLimit).toMatchObject({ limit: 0.979, source: 'checks' });
    expect(reviewLimit('one_in_50', LOCAL, confidentLabels)).toMatchObject({ limit: 0.979, source: 'unreached' });
  });

  it('is never lower for a stricter tolerance', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 300; round += 1) {
      const skill = 0.5 + random() / 2;
      const checkedLabels = Array.from({ length: 50 + Math.floor(random() * 100) }, () => {
        const confidence = 0.4 + random() * 0.6;
        return { engine: LOCAL, confidence, isRight: random() < skill + (1 - skill) * confidence };
      });
      const [ten = 0, twenty = 0, fifty = 0] = REVIEW_TOLERANCES.slice(1).map(
        (tolerance) => reviewLimit(tolerance, LOCAL, checkedLabels).limit,
      );
      expect([ten, twenty, fifty]).toEqual([ten, twenty, fifty].toSorted());
    }
  });

  it('counts only calls from the same analyst, and derives no limit for language models without checks', () => {
    const checkedLabels = [...makeLabels(60), ...makeLabels(49, [], MODEL)];
    expect(reviewLimit('one_in_50', MODEL, checkedLabels)).toEqual({ limit: 0.8, source: 'standard', checked: 49 });
    expect(reviewLimit('one_in_50', MODEL, [...makeLabels(60), ...makeLabels(50, [], MODEL)])).toMatchObject({
      limit: 0.5,
      source: 'checks',
    });
    expect(standardLimit(MODEL)).toBe(0.8);
  });

  it('undoes the rounding of stored confidences', () => {
    const storedLabels = makeLabels(50).map((label) => ({ ...label, confidence: Math.fround(0.83) }));
    expect(reviewLimit('one_in_20', LOCAL, storedLabels).limit).toBe(0.83);
  });
});

describe('dependsOnLimit', () => {
  it.each([
    [LOCAL, 'low_confidence', 'en', true],
    [LOCAL, null, 'en', true],
    [LOCAL, 'words_unreliable', 'en', false],
    [LOCAL, 'too_few_words', 'en', false],
    [LOCAL, 'recording_incomplete', 'en', false],
    [LOCAL, 'low_confidence', 'es', false],
    [MODEL, 'low_confidence', 'es', true],
  ] as const)('given %s, reason %s and language %s, returns %s', (engine, reviewReason, language, isAdjustable) => {
    expect(dependsOnLimit({ engine, reviewReason, language })).toBe(isAdjustable);
  });
});
