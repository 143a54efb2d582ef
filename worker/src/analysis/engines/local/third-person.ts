import type { Speaker } from '@ringwell/domain/transcript';

/** How a clause is told: what it is told as, and the words after `said`, `asked`, `asked the company`, `told the customer` `gave the address` or `gave the number`. */
export interface Retold {
  kind: 'statement' | 'question' | 'request' | 'instruction' | 'address' | 'number';
  text: string;
}

const REQUEST_VERBS = new Set(
  (
    'have tell call send put take cancel give make bring let ask get book write mail email text come do check ' +
    'keep leave fix finish close stop move note pass read run hold stay see find bill charge transfer remind schedule sign refund credit throw forget start skip switch knock ring wait mark drop show look remember'
  ).split(' '),
);
/** What an agent tells people to do; `Call you back` leaves an `I will` away and is none. */
const INSTRUCTION_VERBS = new Set(
  'go turn look flip keep press unplug switch hang open close shut hold stay watch try reach push pull slide wait put leave use email text move bring give tell'.split(
    ' ',
  ),
);
/** `You tell Mel to come` asks for it as `tell Mel to come` does. */
const YOU_REQUEST =
  /^(?:and )?you (?=(?:tell|call|make sure|send (?:me|him|her|them)|have (?:him|her|them|somebody|the)|let (?:me|him|her|them)|give (?:me|him|her)) )/i;
const ADDRESS =
  /^(?:(?:i'm|we're|it's|its) (?:at )?|at )?(\d{1,5}[a-z]? (?:(?:north|south|east|west|[nsew])\.? )?(?:\p{Lu}[\p{L}']+|\d+(?:st|nd|rd|th))(?:,? (?:\p{Lu}[\p{L}']+|apartment|apt|unit|suite|number|lower|upper|\d+\w?|[a-z]+teen|one|two|three|four|five|six|seven|eight|nine|ten)){0,5})$/u;
const NAMED_STREET =
  /^(?:\p{Lu}[\p{L}']+ ){1,2}(?:Street|Avenue|Lane|Road|Drive|Court|Place|Way|Boulevard|Terrace|Circle|Highway)$/u;
const PHONE =
  /^(?:(?:my |the |that )?(?:cell |phone |best )?(?:number|cell|phone)(?: is|'s)? |(?:i'm|it's|that's|its) (?:at )?|at )?((?:\d{3}-)?\d{3}-\d{4})$/i;
/** Said with a rising voice, but told as a fact: `I've got Thursday at nine?` */
const UPTALK = /^(?:i|i'm|i've|i'd|we|we've|we're|we'd|my|our|there's|there was|he|she|he's|she's|it's|it was)\b/i;
const QUESTION_START =
  /^(?:(?:who|what|when|where|why|how|which)(?:'s)? (?:is|are|do|does|did|can|could|will|would|should|was|were|has|much|many|long|soon|about|come)|(?:is|are|am|was|were|do|does|did|can|could|will|would|should|has|had|may|isn't|aren't|don't|didn't|doesn't|can't|couldn't|won't|wouldn't) (?:i|you|we|he|she|it|they|that|this|there|the|your|my|y'all|somebody|someone|anybody|anyone)|any chance|what's|how's|where's|who's|when's)\b/i;
/** Present-tense verbs that take an `s` once `you` has become the customer or the company. */
const PRESENT = new Set(
  'want need know use get like go decide call pay see say think own rent come give take keep tell send charge show look hear leave live feel find mean let bring work run make sell offer put hang watch stop start wait turn'.split(
    ' ',
  ),
);
const SUBJECT_CUE = new Set([
  '',
  'if',
  'when',
  'that',
  'what',
  'once',
  'unless',
  'since',
  'because',
  'and',
  'but',
  'so',
  'where',
  'how',
  'whatever',
  'till',
  'until',
  'before',
  'after',
  'as',
  'said',
  'says',
  'which',
  'while',
  'like',
  'or',
  'thought',
  'figured',
  'saw',
  'guess',
  'wish',
  'sure',
  'now',
  'then',
  'whether',
]);
/** After these, what follows `you` is nearly always its verb. */
const CONDITION = new Set(['if', 'when', 'once', 'unless']);
const NOT_VERB =
  /(ly|ed|n't|ing)$|^(can|could|will|would|should|may|might|must|had|did|was|is|just|still|ever|never|only|also|all|do|guys|and|or|to|the|a|got|said|told|came|went|left|paid|put|sent|took)$/;
/** `You` followed by one of these speaks of anybody, not of the other side. */
const GENERIC_NEXT = new Set(['could', "couldn't", 'never', 'go', 'see', 'ever']);

const FIRST_PERSON: Record<string, string> = {
  i: 'they',
  me: 'them',
  my: 'their',
  mine: 'theirs',
  myself: 'themselves',
  we: 'they',
  us: 'them',
  our: 'their',
  ours: 'theirs',
  ourselves: 'themselves',
  "i'm": 'they are',
  im: 'they are',
  "i've": 'they have',
  ive: 'they have',
  "i'd": 'they would',
  "i'll": 'they will',
  "we're": 'they are',
  "we've": 'they have',
  "we'd": 'they would',
  "we'll": 'they will',
  "i'ma": 'they will',
};
const SECOND_PERSON: Record<string, string> = {
  you: '',
  your: "'s",
  yours: "'s",
  yourself: '',
  "you're": ' is',
  youre: ' is',
  "you've": ' has',
  youve: ' has',
  "you'll": ' will',
  "you'd": ' would',
  "y'all": '',
  yall: '',
  "y'all's": "'s",
  "y'all're": ' is',
  "y'all've": ' has',
  ya: '',
};

/** `I'd told` is `I had told`, while `I'd like` stays `I would like`. */
const HAD_DONE =
  /\b(I|we|you|he|she|they)'d(?= (?:(?:already|simply|never|just|only|always) )?(?:told|been|thought|had|said|asked|given|gone|done|made|left|paid|put up|called|known|forgotten|written|got|gotten|taken|come home|[a-z]{3,}ed)\b)/gi;
/** How agents who ring open: `Confirming tomorrow at ten.` */
const CALLING =
  /^(?:(?:just )?(?:calling|ringing|confirming|following up|checking|making sure|returning|letting|wanting)|just doing|about|just (?:a|an|our|your|the))\b/i;
const NOTHING = /(?!)/;

function wholeOpening(words: string): string {
  if (/^about/i.test(words)) return `I'm calling ${words}`;
  return / (?:an?|our|your|the)$/i.test(words) ? `it's ${words}` : `I'm ${words}`;
}

/** What of a clause tells how it is told. */
interface Sayable {
  text: string;
  speaker: Speaker;
  isQuestion: boolean;
}

/** A clause is told for its weight, in the summary and in the notes; what was made lives as long as the clause. */
const KNOWN = new WeakMap<Sayable, Retold>();

/** Tells a clause in the third person, as a note of the call would. */
export function retellClause(clause: Sayable): Retold {
  const known = KNOWN.get(clause);
  if (known !== undefined) return known;
  const made = retell(clause.text, clause.speaker, clause.isQuestion);
  KNOWN.set(clause, made);
  return made;
}

/** Tells words in the third person. */
export function retell(text: string, speaker: Speaker, isQuestion: boolean): Retold {
  if ((isQuestion && !UPTALK.test(text)) || QUESTION_START.test(text))
    return { kind: 'question', text: `${upperFirst(text)}?` };
  const address = speaker === 'customer' ? (ADDRESS.exec(text)?.[1] ?? NAMED_STREET.exec(text)?.[0]) : undefined;
  if (address !== undefined) return { kind: 'address', text: address };
  const number = speaker === 'customer' ? PHONE.exec(text)?.[1] : undefined;
  if (number !== undefined) return { kind: 'number', text: number };
  const other = speaker === 'agent' ? 'the customer' : 'the company';
  const words = (speaker === 'customer' ? text.replace(YOU_REQUEST, '') : text)
    .replace(/\b(you) (guys|folks|people|all)\b/gi, 'you')
    .replace(/^let(?: me|'s|s| us)\b/i, speaker === 'agent' ? "I'll" : 'I want to')
    .replace(/\b(I|we|you)(?:'ve| have) got\b/gi, '$1 have')
    .replace(HAD_DONE, '$1 had')
    .replace(speaker === 'agent' ? CALLING : NOTHING, wholeOpening)
    .split(' ');
  const first = bare(words[0] ?? '');
  const isNegativeRequest = /^(don't|dont|do not)$/.test(first) || (first === 'do' && bare(words[1] ?? '') === 'not');
  if (speaker === 'customer' && (REQUEST_VERBS.has(first) || isNegativeRequest) && bare(words[1] ?? '') !== 'you') {
    const body = isNegativeRequest
      ? ['not', 'to', ...words.slice(first === 'do' ? 2 : 1)]
      : ['to', first, ...words.slice(1)];
    return { kind: 'request', text: lowerFirst(inThirdPerson(body, other).join(' ')) };
  }
  if (speaker === 'agent' && (INSTRUCTION_VERBS.has(first) || isNegativeRequest) && bare(words[1] ?? '') !== 'you') {
    const body = isNegativeRequest
      ? ['not', 'to', ...words.slice(first === 'do' ? 2 : 1)]
      : ['to', first, ...words.slice(1)];
    return { kind: 'instruction', text: lowerFirst(inThirdPerson(body, other).join(' ')) };
  }
  return { kind: 'statement', text: lowerFirst(inThirdPerson(words, other).join(' ')) };
}

function inThirdPerson(words: readonly string[], other: string): string[] {
  const told: string[] = [];
  let isQuoted = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    // Somebody else's words stand as they were said.
    const wasQuoted = isQuoted;
    if ((word.match(/"/g) ?? []).length % 2 === 1) isQuoted = !isQuoted;
    if (wasQuoted || isQuoted) {
      told.push(word);
      continue;
    }
    const key = bare(word);
    const tail = /[,;:"]*$/.exec(word)?.[0] ?? '';
    const next = bare(words[at + 1] ?? '');
    const previous = bare(words[at - 1] ?? '');
    const isSpelled = key === 'i' && (/^[A-Za-z]$/.test(next) || /^[A-Z]$/.test(words[at - 1] ?? ''));
    const first = isSpelled ? undefined : FIRST_PERSON[key];
    const second = SECOND_PERSON[key];
    if (first !== undefined) {
      told.push(first + tail);
      at += pushAgreeing(told, first, next, words[at + 1]);
    } else if (second !== undefined && !isGeneric(key, previous, next)) {
      told.push(other + second + tail);
      if (second === '') at += pushThirdSingular(told, previous, next, words[at + 1]);
    } else if ((key === 'am' || key === 'was') && FIRST_PERSON[next] === 'they') {
      told.push(key === 'am' ? 'are' : 'were');
    } else {
      told.push(word);
    }
  }
  return told;
}

/** `I am`, `I was`, `I has`: the verb follows the new subject. Returns how many words were taken. */
function pushAgreeing(told: string[], subject: string, next: string, word: string | undefined): number {
  if (subject !== 'they' || word === undefined) return 0;
  const verb =
    next === 'am' ? 'are' : next === 'was' ? 'were' : next === "wasn't" || next === 'wasnt' ? "weren't" : undefined;
  if (verb === undefined) return 0;
  told.push(verb + (/[,;:]$/.exec(word)?.[0] ?? ''));
  return 1;
}

function pushThirdSingular(told: string[], previous: string, next: string, word: string | undefined): number {
  if (word === undefined || !SUBJECT_CUE.has(previous)) return 0;
  const fixed: Record<string, string> = {
    are: 'is',
    "aren't": "isn't",
    were: 'was',
    "weren't": "wasn't",
    have: 'has',
    "haven't": "hasn't",
    do: 'does',
    "don't": "doesn't",
    dont: "doesn't",
  };
  const isVerb = PRESENT.has(next) || (CONDITION.has(previous) && !NOT_VERB.test(next));
  const verb = fixed[next] ?? (isVerb ? `${next}${/(s|sh|ch|o)$/.test(next) ? 'es' : 's'}` : undefined);
  if (verb === undefined) return 0;
  told.push(verb + (/[,;:]$/.exec(word)?.[0] ?? ''));
  return 1;
}

function isGeneric(key: string, previous: string, next: string): boolean {
  return (
    (key === 'you' && SUBJECT_CUE.has(previous) && GENERIC_NEXT.has(next)) ||
    previous === 'thank' ||
    previous === 'bless'
  );
}

function bare(word: string): string {
  return word.toLowerCase().replace(/^["(]+|[,;:"!?.)]+$/g, '');
}

/** Words that open a sentence and are no names. */
const PLAIN_OPENERS = new Set(
  (
    "wrote charged saved holler meanwhile something fair could ballpark upstairs downstairs flooded water third fourth fifth sixth seventh any anyways thought figured told asked paid quoted said says price labor parts part both another other same well cash check card credit gate key code dog door side back front name address email phone hope hoping probably absolutely especially whatever actually usually normally happy glad broke blew tripped started stopped quit came went called waited spent cost costs cut dripping leaking leaked water heat hot cold warm new old big small between after before during since depends depending starting start starts due monthly quarterly annual weekly day week month year hours minutes saves looked tried found fixed replaced installed ordered needs bring brings knock ring park tenant landlord husband wife kids son daughter mother father plus minus free standard regular full half quarter double single cancel cancelled booked moved instead either neither somewhere anywhere everywhere anybody anyone cause 'cause wouldn't couldn't shouldn't won't can't isn't wasn't doesn't didn't haven't hasn't ain't a about after ah all already alright also always an and any anything are as at back because been before being between both bring but by can call check come could " +
    "depends did do does done don't each eight eleven even every everybody everything fifty fine first five for forty four from get gets give go going good got great had half hang has have he her here here's " +
    "he'd he'll he's his hold home how if in is it it'd it'll it's just keep last leave like look looks make maybe might mine more most much must my named need never next nine ninety no nobody not " +
    "nothing now number of off on once one only or other otherwise our out over plus per please probably put right run said same see seems send seven seventy shall she she'd she'll she's should since six " +
    "sixteen sixty so some somebody someone sometimes soon sorry sounds still stop sure take tell ten thank that that'd that'll that's the their them then there there's these they they'd they'll " +
    "they're they've thirty this those though three till to today tomorrow tonight too took top toward trust try turn turns twelve twenty two under unless until up used usually very wait want wants was we " +
    "we'd we'll we're we've were what what's whatever when where which while who whole whoever why will with without would works yes yesterday yet you you'd you'll you're you've your"
  ).split(' '),
);

function lowerFirst(text: string): string {
  const [first = ''] = text.split(' ');
  return PLAIN_OPENERS.has(bare(first).replace(/'s$/, '')) || PLAIN_OPENERS.has(bare(first))
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
