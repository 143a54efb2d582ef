import type { Speaker } from '@ringwell/domain/calls/transcript';

import { findIntroducedName, type IntroductionContext } from './introduced-name';

const CONTEXT: IntroductionContext = { direction: 'inbound', customerName: null, company: null, knownNames: [] };

function findNameInTurns(
  turns: readonly (readonly [Speaker, string])[],
  context: Partial<IntroductionContext> = {},
): string | null {
  const segments = turns.map(([speaker, text], index) => ({
    speaker,
    text,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
  }));
  return findIntroducedName({ segments }, { ...CONTEXT, ...context });
}
const findName = (text: string, context: Partial<IntroductionContext> = {}): string | null =>
  findNameInTurns([['agent', text]], context);

describe('findIntroducedName', () => {
  it.each([
    ['Thanks for calling Acme Plumbing, this is Paul. How can I help?', 'Paul'],
    ['Thanks for calling Acme Plumbing, this is Paul Reyes, how can I help?', 'Paul Reyes'],
    ['Acme Plumbing, Paul speaking.', 'Paul'],
    ['Acme Plumbing, this is José Ruiz, how can I help?', 'José Ruiz'],
    ['acme plumbing andrés speaking', 'Andrés'],
    ['Thank you for calling Acme Plumbing. My name is Tamsin. What can I do for you?', 'Tamsin'],
    ['Acme Heating and Air, Marnie here.', 'Marnie'],
    ['Acme Roof and Gutter, good morning, Stella.', 'Stella'],
    ["Hi, is this Rob? It's Sierra at Acme Termite.", 'Sierra'],
    ["Mr. Teel? It's Andre, from Acme.", 'Andre'],
    ['Hi, Tess? Jordan with Acme Rooter.', 'Jordan'],
    ['acme plumbing this is paul how can i help you', 'Paul'],
    ['acme plumbing paul speaking', 'Paul'],
    ['hi is this rob its sierra at acme termite', 'Sierra'],
    ['acme pest this is uh trish', 'Trish'],
  ])('finds the name in %j: %s', (text, name) => {
    expect(findName(text)).toBe(name);
  });

  it.each([
    'Acme Plumbing, how can I help?',
    'Hi, is this Rob?',
    'This is Acme Heating.',
    'This is dispatch.',
    'Thanks for calling, this is Riverbend, how can I help?',
    'And am I speaking with Rob?',
    'Thank you for calling Acme Plumbing, who am I speaking with?',
    'Hello, is this Rob speaking?',
    "Your technician's name is Rob, and he's on his way.",
    'How are you, Rob?',
    'acme plumbing this is will be a minute',
    'acme plumbing this is knob how can i help',
    'this is a recorded line',
    'this is his wife ginger can i help you',
    "Hi, this is Rob, my water heater is leaking and I'd like to book a visit.",
  ])('does not guess a name from %j', (text) => {
    expect(findName(text)).toBeNull();
  });

  it.each([
    'Okay, and your name is Karen?',
    'So your last name is Grant, right?',
    'The name is Karen Voss?',
    'And this is Karen, correct?',
    'Sure, Karen, with pleasure.',
    'Yes, Mike from our crew will be there.',
    'Yes. April at the earliest.',
    "It's June at the latest.",
    'Stella with Acme will call you.',
  ])('does not guess a name from a later turn: %j', (text) => {
    expect(
      findNameInTurns([
        ['agent', 'Acme Plumbing, how can I help?'],
        ['customer', 'My drain is clogged.'],
        ['agent', text],
      ]),
    ).toBeNull();
  });

  it('ignores a name that the customer said earlier', () => {
    const turns: [Speaker, string][] = [
      ['agent', 'Acme Plumbing.'],
      ['customer', 'Hi, Karen Voss here.'],
      ['agent', 'Hello, this is Karen.'],
    ];
    expect(findNameInTurns(turns)).toBeNull();
    expect(findNameInTurns([['agent', 'Rob, at your convenience call us.']], { direction: 'outbound' })).toBeNull();
  });

  it("ignores the customer's name, and the company's unless the account knows it", () => {
    const greeting = 'Acme Plumbing, this is Paul.';
    expect(findName(greeting, { customerName: 'Paul Drexler' })).toBeNull();
    expect(findName(greeting, { company: "Paul's Plumbing" })).toBe('Paul');
    expect(findName(greeting, { company: 'Paul & Sons' })).toBeNull();
    expect(findName(greeting, { company: 'Paul & Sons', knownNames: ['Paul'] })).toBe('Paul');
  });

  it('accepts an uncommon lowercase name if the account knows it', () => {
    expect(findName('acme plumbing this is tamsin')).toBeNull();
    expect(findName('acme plumbing this is tamsin', { knownNames: ['Tamsin'] })).toBe('Tamsin');
  });

  it("only accepts a name in the agent's first turns, which may have several segments", () => {
    expect(
      findNameInTurns([
        ['agent', 'Your call is important to us.'],
        ['customer', 'Hello? This is Kendra.'],
        ['agent', 'Acme Plumbing,'],
        ['agent', 'this is Paul.'],
      ]),
    ).toBe('Paul');
    const chat: [Speaker, string][] = Array.from({ length: 6 }, (_, index) => [
      index % 2 === 0 ? 'agent' : 'customer',
      'Okay.',
    ]);
    expect(findNameInTurns([...chat, ['agent', 'This is Paul with Acme.']])).toBeNull();
  });
});
