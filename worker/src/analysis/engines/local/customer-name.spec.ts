import { findCustomer } from './customer-name';
import type { Turn } from './features';

/** Lines that begin with `A:` for the agent and `C:` for the customer. */
function turnsOf(...lines: string[]): Turn[] {
  return lines.map((line) => ({ speaker: line.startsWith('A') ? 'agent' : 'customer', text: line.slice(3) }));
}

describe("the customer's name", () => {
  it.each<[string, string, string[]]>([
    [
      "given after the agent's",
      'Peter Marsh',
      ['A: Kestrel Plumbing, Joan.', 'C: Joan, Peter Marsh here. The sink is leaking.'],
    ],
    ['with the street', 'Dana Wells', ['A: Kestrel Plumbing, this is Joan.', "C: Hi. It's Dana Wells on Birch Lane."]],
    [
      'asked for late',
      'Rosa Diaz',
      ['A: Arctic Air.', 'C: I need a tune-up.', 'A: And your name?', 'C: Rosa Diaz. Number 12.'],
    ],
    ['with a title', 'Mrs. Quill', ['A: Arctic Air.', "C: It's Mrs. Quill, dear."]],
    [
      'by whom the agent says',
      'Hugo Brandt',
      ['A: Arctic Air, Sam.', 'C: I am calling about Friday.', "A: It's Hugo Brandt, right?", "C: That's me."],
    ],
    [
      'without capitals',
      'Rita Cole',
      ['A: arctic air this is sam', 'C: hi sam um rita cole on ninth street my heat is out'],
    ],
  ])('is found when %s', (_, name, lines) => {
    expect(
      findCustomer(turnsOf(...lines), false, /(?:this is|,) (\w+)\W*$/.exec(lines[0] ?? '')?.[1]).name?.toLowerCase(),
    ).toBe(name.toLowerCase());
  });

  it('is whom the agent asked for when the company rings', () => {
    expect(
      findCustomer(turnsOf('A: Hi, is this Walter Grimes? This is Tara with Oakfield Lawn.', 'C: Yes.'), true, 'Tara')
        .name,
    ).toBe('Walter Grimes');
  });

  it('is not the one asked for when somebody else picks up', () => {
    expect(
      findCustomer(
        turnsOf('A: Hi, is this Edith Grimes? This is Tara with Oakfield Lawn.', "C: No, she's not home."),
        true,
        'Tara',
      ).name,
    ).toBeUndefined();
  });

  it.each([
    ["hi it's leaking again all over the floor"],
    ['its real strong and I called twice'],
    ['My neighbor Bob said you were good.'],
    ["It's Christmas and the heat is out."],
  ])('is not made up from "%s"', (words) => {
    expect(findCustomer(turnsOf('A: Arctic Air.', `C: ${words}`), false, undefined).name).toBeUndefined();
  });
});
