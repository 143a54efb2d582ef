import type { Evidence } from '@ringwell/domain/analysis';

import { evidenceOutsideSummary, splitByEvidence, splitMadeOut } from './summary-evidence';

const SUMMARY = 'Mr. Lee has waited since 8. He wants his deposit back. Nobody called.';
const evidenceFor = (claim: string, startMs = 0): Evidence => ({ claim, segment: 0, startMs, endMs: 0, quote: '' });

describe('splitByEvidence and evidenceOutsideSummary', () => {
  it('splits the summary at sentences with evidence, in order', () => {
    const parts = splitByEvidence(SUMMARY, [
      evidenceFor('Nobody called.', 9),
      evidenceFor('Mr. Lee has waited since 8.', 3),
    ]);
    expect(parts.map(({ text, evidence }) => [text, evidence?.startMs])).toEqual([
      ['Mr. Lee has waited since 8.', 3],
      ['He wants his deposit back.', undefined],
      ['Nobody called.', 9],
    ]);
  });

  it('extends a claim to its whole sentence', () => {
    const summary = 'Ms. Voss called because her door is stuck. She asked "why?" twice and wants the $1.50 back. Bye!';
    const parts = splitByEvidence(summary, [evidenceFor('her door is stuck', 1), evidenceFor('wants the $1.50', 2)]);
    expect(parts.map(({ text, evidence }) => [text, evidence?.startMs])).toEqual([
      ['Ms. Voss called because her door is stuck.', 1],
      ['She asked "why?" twice and wants the $1.50 back.', 2],
      ['Bye!', undefined],
    ]);
  });

  it('splits a note at its lines, whose quotes may have no period', () => {
    const summary = 'Next:\n- Agent: "i will call you"\n- Customer: "okay thank you"';
    const parts = splitByEvidence(summary, [evidenceFor('- Agent: "i will call you"', 1)]);
    expect(parts.map(({ text, evidence }) => [text, evidence?.startMs])).toEqual([
      ['Next:', undefined],
      ['- Agent: "i will call you"', 1],
      ['- Customer: "okay thank you"', undefined],
    ]);
  });

  it('ignores claims that are empty, repeated or not in the summary', () => {
    expect(splitByEvidence(SUMMARY, [evidenceFor('Negative'), evidenceFor('')])).toEqual([{ text: SUMMARY }]);
    expect(
      splitByEvidence('Nobody called.', [evidenceFor('Nobody called.', 1), evidenceFor('Nobody called.', 2)]),
    ).toEqual([{ text: 'Nobody called.', evidence: evidenceFor('Nobody called.', 1) }]);
  });

  it('returns the evidence for the label separately', () => {
    expect(evidenceOutsideSummary(SUMMARY, [evidenceFor('Negative'), evidenceFor('Nobody called.')])).toEqual([
      evidenceFor('Negative'),
    ]);
  });
});

describe('splitMadeOut', () => {
  it('separates what could be made out, with its times, from the rest', () => {
    expect(splitMadeOut('Too unclear. Could be made out: "the heater" (0:02); "call back at 5 …" (75:30).')).toEqual({
      statement: 'Too unclear.',
      madeOut: [
        { quote: 'the heater', startMs: 2_000 },
        { quote: 'call back at 5 …', startMs: 4_530_000 },
      ],
    });
  });

  it('leaves other summaries unchanged', () => {
    expect(splitMadeOut(SUMMARY)).toEqual({ statement: SUMMARY, madeOut: [] });
  });
});
