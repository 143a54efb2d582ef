import type { TranscriptSegment } from '../calls/transcript';
import { findSensitive } from './find-sensitive';
import { redactSegments, redactText } from './redact-transcript';
import { mergeRanges } from './time-range';

const SPOKEN_CARD_NUMBER = 'four one one one one one one one one one one one one one one one';

function makeSegment(text: string, fields: Partial<TranscriptSegment> = {}): TranscriptSegment {
  return { speaker: 'customer', startMs: 10_000, endMs: 20_000, text, ...fields };
}

it('replaces sensitive details with their kind and keeps the rest', () => {
  const { segments } = redactSegments([
    makeSegment("What's the card number?", { speaker: 'agent' }),
    makeSegment(`It's ${SPOKEN_CARD_NUMBER}, exp oh nine twenty-seven, and my phone is 405-555-0182.`),
    makeSegment('And the CVV?', { speaker: 'agent' }),
    makeSegment('One two three. I live at 2214 Oak Street, 73102.'),
  ]);
  expect(segments.map(({ text }) => text)).toEqual([
    "What's the card number?",
    "It's [card number], exp [expiry date], and my phone is 405-555-0182.",
    'And the CVV?',
    '[security code]. I live at 2214 Oak Street, 73102.',
  ]);
});

it('finds groups of digits that are read back or interrupted, and keeps earlier placeholders', () => {
  const segments = ['4012', '8888', '8888', '1881'].flatMap((group) => [
    makeSegment(group),
    makeSegment(`${group}, uh-huh.`, { speaker: 'agent' }),
  ]);
  const redactedOnce = redactSegments(segments).segments;
  expect(redactedOnce.map(({ text }) => text).join(' ')).not.toMatch(/\d/);
  expect(redactSegments(redactedOnce).segments).toEqual(redactedOnce);
});

it("derives times from an engine's words, or from the position in the text", () => {
  const words = ['Card', '4111', '1111', '1111', '1111', 'thanks'].map((text, index) => ({
    text,
    startMs: 10_000 + index * 1_000,
    endMs: 10_900 + index * 1_000,
  }));
  const text = 'Card 4111 1111 1111 1111 thanks';
  expect(redactSegments([makeSegment(text, { words })])).toEqual({
    segments: [makeSegment('Card [card number] thanks')],
    ranges: [{ startMs: 10_750, endMs: 15_150 }],
  });
  const { ranges } = redactSegments([makeSegment(`${'Well, you see. '.repeat(20)}${text}`, { endMs: 70_000 })]);
  expect(ranges).toHaveLength(1);
  expect(ranges[0]!.startMs).toBeGreaterThan(30_000);
  expect(ranges[0]!.startMs).toBeLessThan(50_000);
  expect(ranges[0]!.endMs).toBe(70_250);
});

it('covers digits, which take longer to say than their text length suggests', () => {
  // Said from 11.3 to 18.6 s; judging by text length alone, it would end at 17.5 s.
  const text = 'The card number is 4111 1111 1111 1111, and it is a Visa.';
  const { ranges } = redactSegments([makeSegment(text)]);
  expect(ranges).toHaveLength(1);
  expect(ranges[0]!.startMs).toBeLessThan(11_300);
  expect(ranges[0]!.endMs).toBeGreaterThan(18_600);
});

it('covers the whole segment if an engine omitted words', () => {
  expect(redactSegments([makeSegment('Sure, it is [card number] and thanks')]).ranges).toEqual([
    { startMs: 9_750, endMs: 20_250 },
  ]);
});

it('joins ranges that overlap or nearly touch', () => {
  const ranges = [
    { startMs: 5_000, endMs: 6_000 },
    { startMs: 0, endMs: 1_000 },
    { startMs: 900, endMs: 950 },
    { startMs: 6_400, endMs: 7_000 },
  ];
  expect(mergeRanges(ranges, 500)).toEqual([
    { startMs: 0, endMs: 1_000 },
    { startMs: 5_000, endMs: 7_000 },
  ]);
  expect(mergeRanges(ranges)).toHaveLength(3);
});

it.each([
  // No one asks for the date or the code.
  'Same card, new date: {expiry date: oh-three, twenty-nine}. And then the back is {security code: four-one-seven}.',
  "Visa, {card number: 4111 1111 1111 1111}. It's {expiry date: June of '29}. And {security code: 3-0-8}. Can you come June 28?",
  'Visa, {card number: 4111 1111 1111 1111}. Thanks. Your furnace is from October of 2024.',
  '{card number: 4111 1111 1111 1111}, the date is {expiry date: June of 2029}.',
  'Same card. {expiry date: 0329}, and the security code is {security code: 417}.',
  '{card number: 4111 1111 1111 1111}, {expiry date: June of 2029}, and the security code is {security code: 123}.',
  '{expiry date: June 2029}, and the CVV is {security code: 123}.',
  '{expiry date: 0428}, the security code, I think, is {security code: 611}.',
  'On my Amex, it is {security code: 1129} on the front. Come at 930.',
  // Digits touch letters, or the language is not English.
  '我的卡号是{card number: 4111111111111111}。',
  '番号は{card number: 4111-1111-1111-1111}です',
  'رقم {card number: ٤١١١ ١١١١ ١١١١ ١١١١}',
  "Kartım {card number: 4111111111111111}'dir.",
  "{card number: 4111 1111 1111 1111}'s my Visa.",
  'Es la Visa o {card number: 4111 1111 1111 1111}.',
  'É o {card number: 4111 1111 1111 1111}.',
  'Que iban a llamar al 405 555 0182.',
  'Es {card number: 4111 1111 1111 1111}, de {expiry date: junio de 2029}, y el código de seguridad es {security code: 123}.',
  'Mi tarjeta caduca el {expiry date: 09/27} y el código es el {security code: 123}.',
  'Con tarjeta. Mi teléfono es 405 555 0182 y el 405 555 0183. El código del portón es 4455, el código postal 7870.',
  'La garantía vence en junio de 2029, y vence el contrato en 3 días. Con tarjeta.',
  'IBAN ES91 {account number: 2100 0418 4502 0005}. IBAN DE {account number: 89 3704 0044 0532}.',
])('redacts the marked parts of %s', (marked) => {
  expect(redactText(marked.replace(/\{[a-z ]+: (.*?)\}/g, '$1'))).toBe(marked.replace(/\{([a-z ]+): .*?\}/g, '[$1]'));
});

it("redacts a card number in a customer's name", () => {
  expect(redactText('Dana Ruiz 4111 1111 1111 1111')).toBe('Dana Ruiz [card number]');
  expect(redactText('Dana Ruiz (405) 555-0182')).toBe('Dana Ruiz (405) 555-0182');
});

it('handles long text full of numbers and labels', () => {
  const text = `card number ${SPOKEN_CARD_NUMBER} and the password is tulip, `.repeat(8_000);
  expect(findSensitive([{ speaker: 'customer', text }]).length).toBeGreaterThan(8_000);
});

// Would take hours in quadratic time.
it.each([
  ['after its label', `the pin is ${'4, '.repeat(300_000)}`],
  ['before its label', `${'4, '.repeat(300_000)}is the pin`],
])('handles an endless list of numbers %s', (_, text) => {
  expect(redactText(text)).toMatch(/\[password\]/);
});

it('leaves an endless list of units unchanged', () => {
  const text = 'thousand '.repeat(300_000); // would take hours in quadratic time, too
  expect(redactText(text)).toBe(text);
});
