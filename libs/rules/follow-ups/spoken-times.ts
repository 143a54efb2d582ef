import { ORDINALS, UNITS } from '@ringwell/domain/text/spoken-numbers';

const TENS: Record<string, number> = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const UNIT = 'one|two|three|four|five|six|seven|eight|nine';

const HOUR = String.raw`(1[0-2]|0?[1-9])`;
const CLOCK = String.raw`${HOUR}(:[0-5]\d)?`;
const MERIDIEM = String.raw`(\s*(?:a\.?m\.?|p\.?m\.?)(?![a-z]))?`;

const TIME_REWRITES: readonly (readonly [RegExp, string | ((...parts: string[]) => string)])[] = [
  [
    new RegExp(
      String.raw`\b(by|on|before|until) the (?:(twenty|thirty)[ -])?(${[...ORDINALS.keys()].join('|')})(?=$|[.,;!?]| (?:of|at|around|or|and)\b)`,
      'g',
    ),
    (_all, preposition, tens = '', ordinal = '') =>
      `${preposition} the ${(TENS[tens] ?? 0) + (ORDINALS.get(ordinal) ?? 0)}th`,
  ],
  [
    new RegExp(String.raw`\b(twenty|thirty|forty|fifty)[ -](${UNIT})\b`, 'g'),
    (_all, tens, unit) => `${wordToNumber(tens) + wordToNumber(unit)}`,
  ],
  [
    new RegExp(String.raw`\b(${[...UNITS, ...Object.keys(TENS)].join('|')})\b`, 'g'),
    (_all, word) => `${wordToNumber(word)}`,
  ],
  [/\b(?:he|she)(?:['’]?s| is) (?:out|off|gone) (?:today|this (?:morning|afternoon))\b/g, ''],
  [/\b(with|(?<!\bin )about|you) (?:a|the) day\b(?! or| after)/g, '$1 an appointment'],
  [/\b((?:call|text|email|with|to) you(?: back)?|call) right (?:back|away)\b/g, '$1 in 1 hour'],
  [/\b(?:an?|1) (hour|day|week|minute) or 2\b/g, '2 $1s'],
  [/\bnext (hour|day|week) or 2\b/g, 'next 2 $1s'],
  [/\b\d+(?: (?:or|to) | ?- ?)(\d+ (?:(?:business|working) )?(?:minutes|hours|days|weeks))\b/g, '$1'],
  [/\bfrom today\b/g, 'from now'],
  [/\bhalf past (\d+)\b/g, 'at $1:30'],
  [/\b(?:a )?quarter past (\d+)\b/g, 'at $1:15'],
  [/\b(?:a )?quarter (?:to|of) (\d+)\b/g, (_all, hour) => `at ${Number(hour) - 1 || 12}:45`],
  [new RegExp(String.raw`\b${HOUR} o'?clock\b`, 'g'), 'at $1:00'],
  [new RegExp(String.raw`\b(at|by|before|around|about|until) ${HOUR} ([1-5]\d)\b`, 'g'), '$1 $2:$3'],
  // Only the end of a time window counts as promised.
  [
    new RegExp(String.raw`\b(?:between |from )?${CLOCK}${MERIDIEM} (?:and|to|until|-) ${CLOCK}${MERIDIEM}`, 'g'),
    (_all, _hour, _minute, _meridiem, hour, minute, meridiem) => `at ${hour}${minute ?? ':00'}${meridiem ?? ''}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:by|before|at|around|about|until) ${HOUR}(?![:/\d]|st|nd|rd|th| ?(?:a\.?m|p\.?m|minute|hour|day|week|business))`,
      'g',
    ),
    'at $1:00',
  ],
  [/\bfirst thing (?:on )?(tomorrow|[a-z]+day) morning\b/g, '$1 at 9:00 am'],
  [/\bfirst thing(?: in the morning)?\b/g, 'at 9:00 am'],
  [
    /\b(?:end|close) of (?:the |this )?(?:business |work(?:ing)? ?)?day\b|\bclose of business\b|\b(?:cob|eod|midnight)\b/g,
    'at 11:59 pm',
  ],
  [/\b(?:end of the|end of this|this|before the|by the) (?:work ?)?week(?:end)?\b/g, 'this friday'],
];

/** Rewrites spoken times so that chrono understands them. @param input in lowercase */
export function rewriteSpokenTimes(input: string): string {
  return TIME_REWRITES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement as string), input);
}

function wordToNumber(word: string): number {
  return TENS[word] ?? UNITS.indexOf(word);
}
