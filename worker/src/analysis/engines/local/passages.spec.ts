import { callClauses, type Clause } from './clauses';
import { grown, passageOf, passagesOf } from './passages';

const TURNS = [
  { speaker: 'agent', text: 'Harbor Plumbing, this is Owen.' },
  {
    speaker: 'customer',
    text: "Well, it quit on us last night. It's a gas heater, um, forty gallon. We're at 218 Larkspur Court.",
  },
  { speaker: 'agent', text: 'I have Wednesday. Would ten to noon work?' },
] as const;
const clauses = callClauses(TURNS);
const clauseWith = (words: string): Clause => {
  const found = clauses.find(({ text }) => text.includes(words));
  if (!found) throw new Error(`No clause has the words ${words}.`);
  return found;
};

describe('callClauses', () => {
  it('leaves out the name of the other side, but not the own one', () => {
    const said = (text: string): string[] =>
      callClauses([TURNS[0], { speaker: 'customer', text }]).flatMap(({ turn, text: words }) =>
        turn === 1 ? [words] : [],
      );
    expect(said('Hi, Owen. Peter Marsh. My heater quit.')).toEqual(['Peter Marsh', 'My heater quit']);
    expect(said('Owen, my heater quit.')).toEqual(['my heater quit']);
  });
});

describe('passagesOf', () => {
  it('joins clauses that follow each other in a turn, with their punctuation', () => {
    const chosen = [clauseWith('quit on us'), clauseWith('gas heater'), clauseWith('ten to noon')];
    expect(passagesOf(chosen, TURNS)).toEqual([
      { turn: 1, speaker: 'customer', text: "it quit on us last night. It's a gas heater, um, forty gallon." },
      { turn: 2, speaker: 'agent', text: 'Would ten to noon work?' },
    ]);
  });

  it('keeps clauses apart when something was said between them', () => {
    const chosen = [clauseWith('quit on us'), clauseWith('218')];
    expect(passagesOf(chosen, TURNS).map(({ text }) => text)).toEqual([
      'it quit on us last night.',
      "We're at 218 Larkspur Court.",
    ]);
  });
});

describe('grown', () => {
  const passageFrom = (maxWords: number, least: number): string | undefined =>
    passageOf(
      grown(clauses, [clauseWith('gas heater')], { maxWords, weight: ({ text }) => (/\d/.test(text) ? 2 : 1), least }),
      TURNS,
    )?.text;

  it.each([
    [100, 0, "it quit on us last night. It's a gas heater, um, forty gallon. We're at 218 Larkspur Court."],
    [12, 0, "It's a gas heater, um, forty gallon. We're at 218 Larkspur Court."],
    [100, 1.5, "It's a gas heater, um, forty gallon. We're at 218 Larkspur Court."],
    [7, 0, "It's a gas heater, um, forty gallon."],
  ])('to at most %i words, by neighbors of the same turn that weigh at least %f', (maxWords, least, text) => {
    expect(passageFrom(maxWords, least)).toBe(text);
  });
});
