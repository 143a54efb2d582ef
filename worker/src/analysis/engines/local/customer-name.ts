import type { Turn } from './features';
import { GIVEN_NAMES } from './given-names';

/** The customer's name and what they add to it: `Goran`, `from the bakery`. */
export interface NamedCustomer {
  name?: string;
  note?: string;
}

interface Introduction {
  name: string;
  /** The words after the name, up to the end of the sentence. */
  after: string;
}

/** Where in the call a turn of the customer stands: its first, among its first two, after a question for the name. */
interface Place {
  isFirst: boolean;
  isEarly: boolean;
  isAnswer: boolean;
}

const TITLE_WORD = '(?:Mr|Mrs|Ms|Miss|Dr|Sister|Father|Madame|Pastor|Deacon)';
const CAP = "\\p{Lu}[\\p{L}'’-]+";
const NAME = `(?:${TITLE_WORD}\\.? )?${CAP}(?: ${CAP}){0,2}`;
const ENDS =
  "(?=$|[.,;:!?]|'s\\b| (?:here|again|from|on|over|out|at|with|in|calling|and|down|up|the|by|speaking|for|of|I|I'm|you|your)\\b)";
const CUED = new RegExp(
  `(?:[Tt]his is|[Tt]his's|[Ii]t's|[Ii]t is|I'm|I am|[Mm]y name is|[Mm]y name's|[Nn]ame's|[Nn]ame is|[Uu]nder|[Pp]ut (?:me|it|us) down(?: for)?|[Tt]he name's)[,:]? (${NAME})${ENDS}`,
  'gu',
);
const RELATIVE_CUE = new RegExp(
  `(?:[Hh]er|[Hh]is) (?:son|daughter|husband|wife|sister|brother|mother|father),? (${NAME})${ENDS}`,
  'u',
);
/** A sentence that opens with a name: `Phil Brannigan here`, `Krause, on Larkspur`, `Rosa Diaz, 12 Oak Street`. */
const OPENS_FULL = new RegExp(`^(?:[Ii]s )?((?:${TITLE_WORD}\\.? )?${CAP}(?: ${CAP}){1,2})${ENDS}`, 'u');
const OPENS_SINGLE = new RegExp(
  `^(?:[Ii]s )?(${CAP})(?=,? (?:here|from|on|at|over on|out on)\\b|,? \\d+ \\p{Lu})`,
  'u',
);
/** A sentence that opens with a known name wherever it stands: `Melanie Cho, 9 Fairlawn.` */
const GIVES_FULL = new RegExp(
  `^(${CAP} ${CAP})(?=\\.|$|, (?:\\d|I'm|it's|you have|you've|with|on|at|apartment|unit|\\p{Lu}))`,
  'u',
);
const ASKED_FOR = new RegExp(
  `(?:[Ii]s this|[Ii]s that|[Tt]his (?:message )?is for|[Cc]alling for|[Ll]ooking for|[Ss]peak (?:with|to)|[Rr]each|[Mm]essage (?:is )?for|^(?:Hi|Hello|Hey|Good (?:morning|afternoon|evening))[,!]?(?= )|^) ?(?:with |there,? |the homeowner, )?(${NAME})(?:[.,!?]|$| (?:about|on|regarding|at)\\b)`,
  'gu',
);
const ADDRESSED = new RegExp(
  `(?:\\b(?:[Ss]orry|[Tt]hanks|[Tt]hank you|[Oo]kay|[Ss]ure|[Yy]es|[Hh]i|[Hh]ello|[Hh]ey|[Aa]lright|[Mm]orning|[Aa]fternoon),? |^|, )((?:${TITLE_WORD}\\.? )?${CAP})(?=[.!?]|$|, (?:is it|I|we|what|let|thank|you)\\b)`,
  'gu',
);
/** `It's Sheldon Pike, right?` */
const CHECKED = new RegExp(
  `(?:[Ii]t's|[Tt]hat's|[Ii]s this|[Ii]s it|[Yy]ou're) (${CAP} ${CAP})(?:, (?:right|correct|is that right|isn't it))?\\?`,
  'u',
);
const TITLED = new RegExp(`\\b((?:Mr|Mrs|Ms|Miss|Dr)\\.? (?:${CAP} )?${CAP})`, 'u');
const ASKS_NAME =
  /\b(?:your name|the name|a name|last name|first name|name and|who(?:'s| is| am| do) (?:this|i|calling)|who i'm|speaking with|talking to|under what|name on|address|put you down)\b/i;
/** Somebody other than the person asked for has picked up. */
const SOMEBODY_ELSE =
  /\b(?:(?:she|he)(?:'s|s| is)? (?:not|out|at|gone|asleep|passed)|this is (?:her|his)|wrong number|isn't here|not home|her (?:son|daughter|husband)|his (?:wife|son|daughter)|passed away)\b/i;

const NOT_NAMES = new Set(
  (
    'him me us them mm mhm maam yes yeah yep yup okay ok hi hello hey well oh no sure good thank thanks look listen so and but the a an it this that these those there here what when where why who how ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter thanksgiving ' +
    "he she they we you i my your our his her their if then now just because not really sorry please great perfect right alright all ma'am sir mm-hm mhmm uh-huh uh um ah aw huh anyway first last " +
    "i'm i've i'd i'll it's that's he's she's we're they're there's what's don't can't you're street avenue road lane drive court highway boulevard place way terrace circle apartment unit insurance speaking to of for on at with from by or as two three four five six seven eight nine ten eleven twelve " +
    'twice nobody somebody everybody everything nothing something morning afternoon evening speaking calling god lord gosh jesus jeez wow ha haha bye goodbye fine let go have call got is are was were do does did can could will would ' +
    'google yelp nextdoor facebook english spanish american new old still same only maybe mostly probably absolutely exactly definitely correct wait hold hang one about after before again since until actually honestly basically nope nah home office customer service tell put send take give come cool awesome wonderful lovely beautiful amazing ooh ugh ouch oof whoa hmm hm eh ay yo man dude hon honey dear mom mama dad daddy'
  ).split(' '),
);
/** Words after which a name said without capitals has ended. */
const RAW_STOP = new Set(
  (
    "the a an on over out at with from in and again calling here i i'm im i've ive i'd id we you y'all yall he she hes shes it it's its that thats this they my your our her his their for about up down just uh um like " +
    "is was are were be been am not no yes yeah so but because cause to of off by around when what where who how got have has had do did don't dont can could would will going gonna put said says " +
    'real pretty kinda mostly getting raining pouring coming gone never every totally completely about quite nothing something everything actually ' +
    'broke broken leaking still back doing making too very really one two three four five six seven eight nine ten okay ok good fine great working supposed all right next last ' +
    "number cold hot dead out running been already only kind sort actually probably a's there now and is if thank thanks please speaking apartment unit box street calling hey hi"
  ).split(' '),
);
const COMPANY_WORD =
  /\b(plumbing|heating|cooling|air|hvac|electric|electrical|roofing|roofs?|doors?|garage|pest|exterminating|termite|appliances?|pools?|spa|lawn|landscap\w+|gardens?|grounds|cleaning|cleaners|maids?|drain|rooter|mechanical|comfort|climate|services?|solutions|company|repair|exteriors|tree|furnace|well|septic|gutter|restoration|irrigation|hardware|bakery|deli|realty|properties|management|church|school|dental|sons|brothers|daughters)\b/i;
const RAW_CUED =
  /\b(?:this is|this|this here's|my name is|my names|my name's|name is|name's|it's|its|it is|put (?:me|it|us) down(?: (?:for|at)(?: \w+)?)?|i am|i'm|im)\s+((?:mr |mrs |ms |miss |sister )?[a-z'-]+(?: [a-z'-]+){0,3})/g;
const RAW_OPENING =
  /^(?:(?:hi|hello|hey|yes|yeah|ok|okay|sure|well|sir|ma'?am|good|morning|afternoon|evening|uh|um|oh|its|it's|it is|is|howdy)\s+)*/;
const HELLO = /^(?:(?:hi|hello|hey|yes|yeah|uh|um|oh|there|good (?:morning|afternoon|evening)|[a-z]+ (?=it'?s ))\s*)+/;
const RAW_ASKED =
  /\b(?:is this|is that|hi|hello|hey|good morning|good afternoon|looking for|calling for|speak with|speak to|reach|^)\s*((?:mr |mrs |ms |miss |mister )?[a-z'-]+(?: [a-z'-]+)??)\s+(?:this is|it's|its)\b/;
/** Said to somebody, not of them. */
const RAW_TITLED =
  /(?:^|\b(?:yes|no|ok|okay|sorry|hi|hello|hey|alright|right|thanks|you|understand) )(mr|mister|mrs|missus|ms|miss) ([a-z][a-z'-]{2,})\b/;
const FILLER = /\b(?:uh|um|er|mm)\b ?/g;
const EARLY_TURNS = 2;

/** Finds the customer's name: as they give it, as the agent asks for them, or as the agent calls them; nothing when unsure. */
export function findCustomer(
  turns: readonly Turn[],
  isOutbound: boolean,
  agentName: string | undefined,
): NamedCustomer {
  const found =
    (isOutbound ? askedForName(turns, agentName) : undefined) ??
    introducedCustomer(turns, agentName) ??
    addressedName(turns, agentName);
  if (found === undefined) return {};
  return { ...found, name: titleCase(fullName(found.name ?? '', turns)).replace(/^(\S+) \1\b/, '$1') };
}

function askedForName(turns: readonly Turn[], agentName: string | undefined): NamedCustomer | undefined {
  for (const [at, turn] of turns.entries()) {
    if (at > 3) return undefined;
    if (turn.speaker !== 'agent') continue;
    const names = isRaw(turn.text)
      ? [RAW_ASKED.exec(turn.text.replace(FILLER, ''))?.[1]]
      : [...turn.text.matchAll(ASKED_FOR)].map((match) => match[1]);
    const name = names.find((item) => item !== undefined && isPersonName(item, agentName));
    if (name === undefined) continue;
    const reply = turns.slice(at + 1).find(({ speaker }) => speaker === 'customer')?.text ?? '';
    return SOMEBODY_ELSE.test(reply) ? undefined : { name };
  }
  return undefined;
}

/** A name that the customer gives for themselves. */
function introducedCustomer(turns: readonly Turn[], agentName: string | undefined): NamedCustomer | undefined {
  let customerTurns = 0;
  for (const [at, turn] of turns.entries()) {
    if (turn.speaker !== 'customer') continue;
    const isAnswer = turns[at - 1]?.speaker === 'agent' && ASKS_NAME.test(turns[at - 1]?.text ?? '');
    const place: Place = { isFirst: customerTurns === 0, isEarly: customerTurns < EARLY_TURNS, isAnswer };
    customerTurns += 1;
    const found = isRaw(turn.text)
      ? rawIntroduction(turn.text, agentName, place)
      : writtenIntroduction(turn.text, agentName, place);
    if (found !== undefined) return withNote(found);
  }
  return undefined;
}

function writtenIntroduction(
  text: string,
  agentName: string | undefined,
  { isEarly, isAnswer }: Place,
): Introduction | undefined {
  const called =
    agentName === undefined
      ? undefined
      : new RegExp(`^(?:hi |hey |hello )?${escaped(agentName)}[,.!:?]?\\s+(?:hi|hey|hello)?[,.]?\\s*`, 'i');
  for (const sentence of text.split(/(?<=[.?!])(?<!\b(?:Mr|Mrs|Ms|Dr)\.)\s+/)) {
    const bare = withoutGreeting(
      called === undefined ? withoutGreeting(sentence) : withoutGreeting(sentence).replace(called, ''),
    );
    const relative = RELATIVE_CUE.exec(bare);
    const cued = relative === null ? [...bare.matchAll(CUED)] : [relative];
    for (const match of cued) {
      const name = match[1] ?? '';
      const after = bare.slice(match.index + match[0].length);
      const isSure =
        name.includes(' ') ||
        isEarly ||
        isAnswer ||
        /name/i.test(match[0]) ||
        /^,? (?:on|at|from|over on) \p{Lu}/u.test(after);
      if (isSure && isPersonName(name, agentName)) return { name, after };
    }
    const given = GIVES_FULL.exec(bare)?.[1];
    if (
      given !== undefined &&
      GIVEN_NAMES.has(given.split(' ')[0]?.toLowerCase() ?? '') &&
      isPersonName(given, agentName)
    )
      return { name: given, after: bare.slice(given.length) };
    if (!isEarly && !isAnswer) continue;
    const opened =
      OPENS_FULL.exec(bare) ??
      OPENS_SINGLE.exec(bare) ??
      (isAnswer ? new RegExp(`^(${CAP})(?=[.,])`, 'u').exec(bare) : null);
    if (opened?.[1] !== undefined && isPersonName(opened[1], agentName))
      return { name: opened[1], after: bare.slice(opened[0].length) };
  }
  return undefined;
}

function withoutGreeting(text: string): string {
  return text.replace(
    /^(?:(?:Yes|Yeah|Hi|Hello|Hey|Oh|Okay|Ah|Good (?:morning|afternoon|evening)|(?:Yes|No),? (?:ma'am|sir)|Um|Uh|Well|Sure|Howdy|there)\b,?[\s!.…]*)+/i,
    '',
  );
}

/** Without capitals only a given name that people know, or plain words like `my name is`, makes words a name. */
function rawIntroduction(
  text: string,
  agentName: string | undefined,
  { isFirst, isEarly, isAnswer }: Place,
): Introduction | undefined {
  const plain = text.replace(FILLER, '');
  for (const match of plain.matchAll(RAW_CUED)) {
    const name = rawName((match[1] ?? '').split(' '));
    const isNamed = /name/.test(match[0]) || (isEarly && /^this is/.test(match[0]) && name.length === 2);
    const isGiven = GIVEN_NAMES.has(name[0] ?? '') || /^(mr|mrs|ms|miss|sister)$/.test(name[0] ?? '');
    if ((isNamed || (isGiven && (isEarly || isAnswer || name.length > 1))) && isPersonName(name.join(' '), agentName))
      return { name: name.join(' '), after: afterName(plain, name) };
  }
  if (!isEarly && !isAnswer) return undefined;
  let rest = plain.replace(RAW_OPENING, '');
  const agent = agentName?.toLowerCase();
  if (agent !== undefined && rest.startsWith(`${agent} `)) rest = rest.slice(agent.length + 1).replace(RAW_OPENING, '');
  const words = rest.replace(/^(?:put (?:me|it) down(?: at \w+)?|this is) /, '').split(' ');
  const name = rawName(words);
  const isOpening = isFirst && name.length === 2 && /^(?:its|it's|it is) /.test(plain.replace(HELLO, ''));
  if (
    (!GIVEN_NAMES.has(name[0] ?? '') && !isOpening) ||
    (name.length < 2 && !isAnswer) ||
    !isPersonName(name.join(' '), agentName)
  )
    return undefined;
  return { name: name.join(' '), after: afterName(plain, name) };
}

function rawName(words: readonly string[]): string[] {
  const stop = words.findIndex((word) => RAW_STOP.has(word) || word.length < 2);
  return words.slice(0, stop < 0 ? 3 : Math.min(stop, 3));
}

function afterName(text: string, name: readonly string[]): string {
  const joined = name.join(' ');
  return text.slice(text.indexOf(joined) + joined.length);
}

/** How the agent calls them. */
function addressedName(turns: readonly Turn[], agentName: string | undefined): NamedCustomer | undefined {
  let first: string | undefined;
  for (const [at, { speaker, text }] of turns.entries()) {
    if (speaker !== 'agent' || at === 0) continue;
    if (isRaw(text)) {
      const [, title = '', last = ''] = RAW_TITLED.exec(text) ?? [];
      if (last !== '' && !RAW_STOP.has(last) && !NOT_NAMES.has(last))
        return { name: `${title === 'mister' ? 'Mr.' : title === 'missus' ? 'Mrs.' : title} ${last}` };
      const called = text
        .split(' ')
        .filter(
          (word, index, words) =>
            GIVEN_NAMES.has(word) && /^(ok|okay|hi|hey|alright|thanks|sorry)$/.test(words[index - 1] ?? ''),
        )[0];
      first ??= called !== undefined && isPersonName(called, agentName) ? called : undefined;
      continue;
    }
    const checked = CHECKED.exec(text)?.[1];
    if (checked !== undefined && isPersonName(checked, agentName)) return { name: checked };
    const titled = [...text.matchAll(ADDRESSED)]
      .map((match) => match[1] ?? '')
      .find((name) => isPersonName(name, agentName) && (GIVEN_NAMES.has(name.toLowerCase()) || name.includes(' ')));
    first ??= titled;
  }
  return first === undefined ? undefined : { name: first };
}

/** `Trevor` as `Trevor Nakamura`, when somebody says the whole of it elsewhere. */
function fullName(name: string, turns: readonly Turn[]): string {
  if (name.includes(' ') && !TITLED.test(name)) return name;
  const last = escaped(name.replace(/^.* /, ''));
  const whole = new RegExp(TITLED.test(name) ? `\\b(${CAP} ${last})\\b` : `\\b(${last} ${CAP})\\b`, 'u');
  for (const { text } of turns) {
    const found = whole.exec(text)?.[1];
    if (found !== undefined && isPersonName(found, undefined) && !/^(?:Mr|Mrs|Ms|Miss|Dr)\b/.test(found)) return found;
  }
  return name;
}

function withNote({ name, after }: Introduction): NamedCustomer {
  const rest = after.split(/[.?!;]/)[0]?.replace(/^[\s,]+/, '') ?? '';
  const isNote =
    /^(?:the|on|from|with|at|over|out|down|up|in|over at|I manage|I own)\b/.test(rest) &&
    rest.split(' ').length <= 9 &&
    !/\b(I|i|you|y'all|we|my|your)\b/.test(rest) &&
    /[A-Z]/.test(rest);
  return isNote ? { name, note: rest } : { name };
}

export function isPersonName(name: string, agentName: string | undefined): boolean {
  const words = name.replace(/\./g, '').split(' ');
  if (
    name.toLowerCase() === agentName?.toLowerCase() ||
    COMPANY_WORD.test(name) ||
    new RegExp(`^${TITLE_WORD}$`, 'i').test(name.replace('.', ''))
  )
    return false;
  return words.every(
    (word) =>
      word.length > 1 && !NOT_NAMES.has(word.toLowerCase().replace(/[’]/g, "'")) && !RAW_STOP.has(word.toLowerCase()),
  );
}

export function isRaw(text: string): boolean {
  return !/[A-Z]/.test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** `sal iannucci` as `Sal Iannucci`; small joining words stay small. */
export function titleCase(text: string): string {
  return text.replace(/[\p{L}'’]+/gu, (word, at: number) =>
    at > 0 && /^(and|of|the)$/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
}
