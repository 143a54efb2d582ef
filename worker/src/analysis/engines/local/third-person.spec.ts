import { retell } from './third-person';

describe('retell', () => {
  it.each([
    ['I want my $49 back', 'customer', 'statement', 'they want their $49 back'],
    ["I'm not paying you", 'customer', 'statement', 'they are not paying the company'],
    ['I was home all day', 'customer', 'statement', 'they were home all day'],
    ['Have him call me today', 'customer', 'request', 'to have him call them today'],
    ["Don't send him again", 'customer', 'request', 'not to send him again'],
    ['we can send somebody if you want', 'agent', 'statement', 'they can send somebody if the customer wants'],
    ["you're all set", 'agent', 'statement', 'the customer is all set'],
    ['he said "I got you"', 'customer', 'statement', 'he said "I got you"'],
  ] as const)('%s, said by the %s: %s %s', (text, speaker, kind, told) => {
    expect(retell(text, speaker, false)).toEqual({ kind, text: told });
  });

  it('leaves a question as it was asked', () => {
    expect(retell('when can you come', 'customer', true)).toEqual({ kind: 'question', text: 'When can you come?' });
  });
});
