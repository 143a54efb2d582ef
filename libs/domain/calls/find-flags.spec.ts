import { DEFAULT_FLAG_PHRASES, findFlags } from './find-flags';
import type { Speaker } from './transcript';

const makeSegments = (text: string, speaker: Speaker = 'customer'): Parameters<typeof findFlags>[0] => [
  { speaker: 'agent', startMs: 0, endMs: 1_000, text: 'Do you smell gas? Is there an attorney?' },
  { speaker, startMs: 1_000, endMs: 4_000, text },
];
const findFlagNames = (text: string, speaker?: Speaker): string[] =>
  findFlags(makeSegments(text, speaker), DEFAULT_FLAG_PHRASES).map(({ flag }) => flag);

it.each([
  ['I think I smell gas in the kitchen.'],
  ['no i smell gas its real strong'],
  ["I'm not home but my wife can smell gas"],
  ["I don't know if it's a gas leak, please hurry."],
  ['the carbon monoxide alarm went off'],
  ['it sparks when i plug in the mixer'],
  ["There's water pouring out of my wall!"],
  ["We have no heat and I've got a newborn."],
])('finds danger in %j', (text) => {
  expect(findFlagNames(text)).toEqual(['danger']);
});

it.each([
  ['There is no smell of gas.'],
  ['No gas leak, they said.'],
  ["I don't smell gas."],
  ["I don't think I smell gas anymore."],
  ['We never had a gas leak'],
  ['If I smell gas, what do I do?'],
  ["It's quite cold, but there's no gas smell"],
  ['We have no heat in the garage.'],
  ['The house is on Firewood Lane, and it sparkles.'],
  ['My lawyer needs a copy of the invoice for the closing.'],
])('finds no flags in %j', (text) => {
  expect(findFlagNames(text)).toEqual([]);
});

it.each([
  ['You will hear from my lawyer.'],
  ["I've filed with the Attorney General's office."],
  ['see you in small claims'],
])('finds legal action in %j', (text) => {
  expect(findFlagNames(text)).toEqual(['legal']);
});

it("searches the customer's words, or everyone's if the speakers are unknown", () => {
  expect(findFlagNames('I smell gas.', 'agent')).toEqual([]);
  expect(findFlagNames('I smell gas.', 'unknown')).toEqual(['danger']);
});

it("uses the account's phrases, and returns where they were said", () => {
  const segments = makeSegments('First no leaking roof. Then the leaking roof, and a baby. I want my money back.');
  const phrases = { danger: ['leaking roof + baby', 'baby'], legal: [] };
  expect(findFlags(segments, phrases)).toEqual([
    {
      flag: 'danger',
      phrase: 'leaking roof + baby',
      evidence: {
        claim: 'Danger',
        segment: 1,
        startMs: 1_000,
        endMs: 4_000,
        quote: 'Then the leaking roof, and a baby.',
      },
    },
  ]);
  expect(findFlags(segments, { danger: ['leaking roof + newborn'], legal: ['money back'] })).toMatchObject([
    { flag: 'legal' },
  ]);
});
