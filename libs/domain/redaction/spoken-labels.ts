import type { Token } from './spoken-tokens';

/** What the words around a number say about it. */
export type LabelTopic =
  /** A payment by card. */
  | 'card'
  /** A card number is asked for or given. */
  | 'card_number'
  | 'security_code'
  /** The back of an object, which is a card if one is mentioned. */
  | 'back'
  | 'expiry'
  | 'social'
  | 'last_four'
  | 'routing'
  | 'account'
  | 'bank_account'
  /** A payment from a bank account. */
  | 'bank'
  | 'password'
  | 'pin'
  | 'code'
  /** The number has a known, harmless meaning. */
  | 'harmless'
  /** Something other than a card that expires. */
  | 'term'
  /** A gate, door or alarm that needs a code to get in. */
  | 'entry';

export interface Label {
  topic: LabelTopic;
  /** Token indexes; `to` is exclusive. */
  from: number;
  to: number;
}

const DETERMINER = '(?:the|your|that|this|my|his|her|our|a|an|it|each)';
const COUNT_WORD = '(?:two|three|four|five|six|seven|eight|nine|[2-9])';

// The first match at a position wins, so longer phrases come before their parts.
const LABEL_PHRASES: readonly [LabelTopic, string][] = [
  [
    'harmless',
    '(?:loyalty|library|business|gift|membership|member|green|report|score) cards?|card readers?|social (?:media|club|worker|hour)|' +
      'on social|(?:gate|door|garage|lockbox|lock box|alarm|entry|error|fault|flash|trouble|promo|coupon|discount|zip|area|' +
      `building|fire|electrical|country|color|qr|bar|dress|access)(?: door)? code(?:'s|s)?|code (?:requires|compliance|enforcement)|c[oó]digo (?:postal|de (?:[aá]rea|error|barras|descuento|acceso|la (?:puerta|casa|alarma|entrada))|del (?:port[oó]n|edificio|garaje|error))|` +
      '(?:phone|cell|mobile|callback|call back|contact|job|work order|ticket|invoice|model|serial|part|confirmation|reference|' +
      'order|po|p o|tracking|claim|permit|policy|license|membership|member|meter|dispatch|case|check|house|unit|lot|fax|' +
      `extension|project|estimate|quote|file|item|stock|batch|truck|room)(?: number| no)(?:'s)?|(?:confirmation|invoice|model|serial|tracking|permit)(?:'s)|(?:last|first) ${COUNT_WORD} of ` +
      `${DETERMINER} (?:phone|cell|number)|(?:phone|cell|mobile) (?:is|number's)|call ${DETERMINER} (?:back )?(?:at|on)|call me|reach ` +
      '(?:me|you)|extension|zip|address|street|work order|tracking|serial|model|invoice|date of birth|birthday|' +
      '(?:card|cards|account) ending|ending in|ends in|fedex|(?:a|drop) pin|cotter pin|hinge pin|' +
      'check number|meter reads?|appointment|n[uú]mero de (?:tel[eé]fono|celular)|(?:tel[eé]fono|celular) es|ll[aá]m[ae](?:me|nos)? al?',
  ],
  [
    'term',
    'warranty|lease|coupon|membership|offer|permit|policy|estimate|quote|license|licence|registration|contract|agreement|' +
      'promotion|certificate|registered|inspection|prescription|passport|insurance|special|discount|rebate|garant[ií]a|contrato|p[oó]liza|licencia|membres[ií]a|cotizaci[oó]n|presupuesto|oferta|cup[oó]n|descuento',
  ],
  ['entry', 'gated?|garage|lock ?box|keypad|star|pound|alarm|doors?|building|elevator|wi ?fi'],
  ['last_four', `last ${COUNT_WORD}(?: digits?| numbers?)?`],
  [
    'card_number',
    `(?:credit |debit )?card numbers?|(?:card's|card is)|numbers? (?:on|off|off of|from|for) (?:the front of )?${DETERMINER} (?:front of ${DETERMINER} )?` +
      `(?:credit |debit |visa |bank )?card|long number|(?:sixteen|fifteen|16|15) (?:digits?|numbers?)(?: number)?|` +
      `(?:read|give|grab|get) (?:me |you )?${DETERMINER} (?:credit |debit )?card|card (?:info|information|details)|` +
      `(?:first|second|third|next|final) (?:group|set|${COUNT_WORD})(?: digits?| numbers?)?`,
  ],
  [
    'security_code',
    `cvv2?|cvc2?|cv2|cid number|c v [vc]2?|card verification(?: number| code| value)?|security (?:code|number)|` +
      `(?:code|digits?)(?: is)? (?:on|off|from) (?:of )?${DETERMINER} (?:back|front)|` +
      `(?:three|four|3|4) (?:little )?(?:digits?|numbers?)(?: code| number)?|little code|by the signature`,
  ],
  [
    'card',
    '(?:credit|debit) cards?|cards?|visa|mastercard|master card|amex|american express|discover|diners club|diners|' +
      'charge it to|put it on|tarjetas?',
  ],
  [
    'back',
    `numbers? (?:on|off|from) (?:of )?${DETERMINER} (?:back|front)|on the (?:back|front)|the back(?:'s| is)?|c[oó]digo(?: de seguridad)?`,
  ],
  [
    'expiry',
    'expiration(?: date)?|expiry(?: date)?|exp(?: date)?|expires?|expiring|valid (?:thru|through|until|to)|' +
      'good (?:thru|through|until)|month and year|vence|vencimiento|caduca|expira',
  ],
  ['social', `social security(?: number)?|social(?: number)?(?:'s)?|ssn|s s n|ss number|tax(?:payer)? id`],
  ['routing', `routing(?: number)?(?:'s)?|aba(?: number)?|transit number|nine digits?`],
  [
    'bank_account',
    // In Spanish, "iban a" means "they were going to". German numbers begin with "DE".
    `(?:checking|savings|bank) account(?: number)?(?:'s)?|account number (?:for|at|of) ${DETERMINER} bank|` +
      'iban(?! (?:al?|de|en|por|con|l[ao]s|ya|muy|[a-z]+ndo) (?!# #))',
  ],
  ['account', `account number(?:'s)?|account's|account`],
  [
    'bank',
    `bank's|bank|banks|checking|savings|ach|e check|echeck|voided check|direct (?:debit|deposit)|wire transfer|the check`,
  ],
  [
    'code',
    `(?:verification|authentication|one time|onetime|login|log in|sign in|access|authorization) (?:code|passcode|pass code|` +
      `pin)|one ?time password|otp|(?:texted|sent|send|emailed|text|gave) (?:you |me |over )?(?:${DETERMINER} )?(?:${COUNT_WORD} digits? )?(?:code|pin)|text with ` +
      `${DETERMINER} code|(?:got|get|gets|have|receive|received) (?:${DETERMINER} )(?:${COUNT_WORD} digits? )?code|(?:my|your|the) code is|(?:did|has) the ` +
      `code|${COUNT_WORD} digits? (?:code|pin|number)|${COUNT_WORD} digits (?:we|i|that)|the code (?:is|says|that)`,
  ],
  ['password', `pass ?words?(?:'s)?|pass ?codes?(?:'s)?|pass ?phrases?`],
  ['pin', `(?:pin|pins) (?:number|code)|(?:my|your|the|security|account|digits?) pin(?:'s)?|pin's|pin is`],
];

const LABEL_PATTERN = new RegExp(
  `(?<![\\w'])(?:${LABEL_PHRASES.map(([, phrases]) => `(${phrases})`).join('|')})(?![\\w'])`,
  'g',
);

/** Finds the phrases that say what numbers mean, in spoken order. */
export function findSpokenLabels(tokens: readonly Token[]): Label[] {
  const starts: number[] = [];
  let text = '';
  for (const { word, digits } of tokens) {
    starts.push(text.length);
    text += `${digits === '' ? word : '#'} `;
  }
  const labels: Label[] = [];
  let token = 0;
  for (const match of text.matchAll(LABEL_PATTERN)) {
    while ((starts[token] ?? Infinity) < match.index) token += 1;
    const from = token;
    let to = token + 1;
    while ((starts[to] ?? Infinity) < match.index + match[0].length) to += 1;
    const topic = LABEL_PHRASES[match.slice(1).findIndex((phrase) => phrase !== undefined)]?.[0];
    if (topic) labels.push({ topic, from, to });
  }
  return labels;
}
