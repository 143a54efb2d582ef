import type { Turn } from './features';
import type { Parties } from './parties';
import { withFigures } from './spoken-numbers';

/** A statement, question or request of one speaker, cleaned of hesitation and with numbers as figures. */
export interface Clause {
  /** Index of the turn it was said in. */
  turn: number;
  speaker: Turn['speaker'];
  text: string;
  /** The words as they stand in the turn. */
  source: string;
  isQuestion: boolean;
  /** What the other side said to a question at once, when that is a plain yes or no. */
  answer?: 'yes' | 'no';
  /** 0 at the start of the call, 1 at its end. */
  position: number;
}

/** A sentence this long is cut at its joints, so that a part of it can be taken. */
const LONG_SENTENCE_WORDS = 20;
const MIN_PART_WORDS = 5;
const LONG_TURN_WORDS = 18;

const ABBREVIATION = /\b(Mr|Mrs|Ms|Dr|St|Ave|Rd|Jr|Sr|No|vs|a\.m|p\.m)\.$/;
/** What answering machines say. */
const MACHINE =
  /^(?:thank you for calling|(?:hi |hello )?you(?:'ve| have) reached|(?:please )?leave (?:us )?(?:a|your) |we can't come to the phone|press |to (?:send|continue|re-?record|save|confirm)|your (?:message|call) |end of message|mailbox|(?:all )?(?:our|all) (?:agents|associates)|beep)/i;
const LEADING_NOISE =
  /^(?:(?:no problem|you know what|i have to say|i've got to say|i'll tell you what|by the way|to be honest|gotcha|got it|i see|i understand|i hear you|see|oh my lord|my goodness|goodness|you bet(?:cha)?|of course|thanks so much|thank you (?:so|very) much|quick question|well|okay|ok|yeah|yes|yep|yup|nope|no(?=[,.!;]|$| (?:i|i'm|we|he|she|it|it's|that|that's|they|you|ma'?am|sir|its|thats|im|ive|no|hes|shes)\b)|oh|ah|aw|um+|uh+|er|hmm?|mm-?hmm?|so|now|and|but|look|listen|see here|anyway|anyhow|alright|all right|right(?=[,.!;]|$)|sure|hi|hey|hello|good (?:morning|afternoon|evening)|you know|i mean|like|actually|honestly|basically|thanks|thank you|sir|ma'?am|ha(?:ha)+|ha|uh[- ]oh|honey|hon|sweetheart|dear|darling|darlin'?|baby|man|lord|gosh|oh my (?:god|gosh|goodness)|for heaven's sake|oh boy|gracious)\b[\s,.!…-]*)+/i;
const INNER_NOISE =
  /(?:,\s*)?\b(?:uh+|um+|er|erm|hmm?|you know|i mean|kind of like|(?<=\b(?:i|we|he|she|they|you|i'm|i've|we're|to|and) )just(?= \w)|actually|basically|literally|i guess|or something(?: like that)?|or whatever|like(?=,)|y'know|oh my (?:god|gosh|goodness|lord)|oh (?:lord|boy|man|god)|by the way|i swear to god|(?<=, )y'all(?=,))\b,?(?=\s|$)/gi;
/** A question only in form: `You were the highest, you know that?` */
const TAG =
  /,? (?:you know(?: that| what i mean| what i'm saying)?|isn't (?:he|she|it)|(?:if )?you see what i mean)\?$/i;
/** A name that is spelled: `k, o, w`. */
const SPELLING = /(?<![\w'-])(?:[a-z](?:,? |-)){2,}[a-z](?![\w'-])/gi;
const TRAILING_NOISE =
  /[\s,]+(?:you know|okay|ok|right|sir|ma'am|man|honey|hon|dear|darling|darlin'?|sweetheart|please|thanks|thank you|bye|goodbye|you see)$/i;

/** Cuts the turns of a call into clauses. Greetings, and names called out, are left away. */
export function callClauses(turns: readonly Turn[], parties: Parties): Clause[] {
  const clauses: Clause[] = [];
  const names = calledNames(parties);
  const introduction = agentIntroduction(parties);
  const ownName = customerIntroduction(parties);
  turns.forEach((turn, index) => {
    if (isMachineTurn(turn, index, parties)) return;
    for (const sentence of sentencesOf(turn.text)) {
      const parts = splitLong(sentence);
      for (const [at, part] of parts.entries()) {
        const text = clean(
          turn.speaker === 'agent'
            ? introduction === undefined
              ? part
              : part.replace(introduction, ' ')
            : withoutOwnName(part, ownName),
          names,
        );
        if ((text.split(' ').length < 2 && !/\d/.test(text)) || isGreeting(text, turn, parties)) continue;
        const isQuestion = at === parts.length - 1 && /\?["']?\s*$/.test(sentence) && !TAG.test(sentence);
        const endsTurn = isQuestion && turn.text.trim().endsWith(sentence);
        const answer = endsTurn ? plainAnswer(turn, turns[index + 1]) : undefined;
        clauses.push({
          ...(answer && { answer }),
          turn: index,
          speaker: turn.speaker,
          text,
          source: sentence,
          isQuestion,
          position: turns.length < 2 ? 0 : index / (turns.length - 1),
        });
      }
    }
  });
  return clauses;
}

/** A greeting or a machine: the summary's opening tells what there is to tell of it. */
function isMachineTurn({ speaker }: Turn, index: number, { isOutbound, isVoicemail, isMessageLeft }: Parties): boolean {
  if (isMessageLeft) return speaker === 'customer';
  return speaker === 'agent' && (isVoicemail || (index === 0 && !isOutbound));
}

const SAYS_YES =
  /^(?:(?:uh|um|oh|well)[, ]+)*(?:yes|yeah|yep|yup|sure|okay|ok|please|perfect|of course|correct|absolutely|definitely|go ahead|sounds good|that works|that's fine|thats fine|that'll work|that will work|works for me|we do|i do|it does|it is|we can)\b(?! but)/i;
const SAYS_NO =
  /^(?:(?:uh|um|oh|well)[, ]+)*(?:no|nope|nah|not really|not at all|i don't|we don't|it doesn't)\b(?!,? (?:problem|wait|worries|idea))/i;

function plainAnswer(question: Turn, reply: Turn | undefined): 'yes' | 'no' | undefined {
  if (reply === undefined || reply.speaker === question.speaker || reply.text.trim().endsWith('?')) return undefined;
  if (
    !/\b(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|want|okay|right|alright|work|that)\b/i.test(
      question.text.slice(-120),
    )
  )
    return undefined;
  if (/\b(?:or|what|when|where|who|how|why|which)\b[^.?!]*\?["']?$/i.test(question.text.trim())) return undefined;
  return SAYS_NO.test(reply.text) ? 'no' : SAYS_YES.test(reply.text) ? 'yes' : undefined;
}

function sentencesOf(text: string): string[] {
  const plain = text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim();
  const sentences: string[] = [];
  let start = 0;
  for (const match of plain.matchAll(/[.?!…]+["']?\s+|\s*[—–]\s*|;\s+/g)) {
    const end = match.index + match[0].length;
    if (ABBREVIATION.test(plain.slice(start, match.index + 1))) continue;
    sentences.push(plain.slice(start, end).trim());
    start = end;
  }
  sentences.push(plain.slice(start).trim());
  const isRaw = !/[.?!,]/.test(plain);
  return sentences
    .filter((sentence) => sentence !== '')
    .flatMap((sentence) => (isRaw ? splitRaw(sentence) : [sentence]));
}

const SUBJECT =
  /^(i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|he|he's|hes|she|she's|shes|they|they're|it's|its|that's|thats|there's|theres|you're|youre)$/i;
/** `it` and `you` may as well be objects, so a verb must follow. */
const DOUBTFUL_SUBJECT = /^(it|you|y'all)$/i;
const SUBJECT_VERB =
  /^(is|was|are|were|has|have|had|does|do|did|will|would|can|could|keeps|goes|came|come|says|said|told|just|shows|looks|works|got|put|sent|charged|quoted|promised|need|know|guys|all)$/i;
const JOINT = /^(and|but|so|then|because|cause|well|okay|ok|now)$/i;
const BINDS_NEXT =
  /^(that|what|when|where|who|which|if|how|why|whether|while|until|till|than|as|like|said|says|say|told|tell|think|thought|know|knew|guess|hope|sure|figured|did|do|does|can|could|would|will|should|is|are|was|were|am|have|has|had|to|for|with|of|on|in|at|from|by|about|the|a|an|and|but|so|because|cause|or|not|let|make|made|see|saw|gave|give|show|showed|got|cost|charged|quoted|asked|call|called|pay|paid|want|need|this|before|after|since|every|time|all|under|over|through)$/i;

/** Recognizers that write no punctuation leave whole turns in one piece; a new subject after a full thought parts them. */
function splitRaw(text: string): string[] {
  const words = text.split(' ');
  if (words.length <= LONG_TURN_WORDS / 2) return [text];
  const parts: string[][] = [[]];
  words.forEach((word, at) => {
    const part = parts[parts.length - 1] ?? [];
    const previous = words[at - 1] ?? '';
    const next = words[at + 1] ?? '';
    const isSubject = SUBJECT.test(word) || (DOUBTFUL_SUBJECT.test(word) && SUBJECT_VERB.test(next));
    const joinsSubject =
      JOINT.test(word) &&
      (SUBJECT.test(next) || (DOUBTFUL_SUBJECT.test(next) && SUBJECT_VERB.test(words[at + 2] ?? '')));
    const startsAfresh = (isSubject || joinsSubject) && !BINDS_NEXT.test(previous);
    if (startsAfresh && part.length >= MIN_PART_WORDS && words.length - at >= 3) parts.push([word]);
    else part.push(word);
  });
  return parts.map((part) => part.join(' '));
}

function splitLong(sentence: string): string[] {
  if (sentence.split(' ').length <= LONG_SENTENCE_WORDS) return [sentence];
  const parts: string[] = [];
  for (const piece of sentence.split(
    /,\s+(?=(?:and|but|so|because|then|which)\s)|\s+(?=(?:and|but|so)\s+(?:i|we|he|she|they|you|it|that|there)(?:\s|'))/i,
  )) {
    const last = parts[parts.length - 1];
    if (last !== undefined && (piece.split(' ').length < MIN_PART_WORDS || last.split(' ').length < MIN_PART_WORDS))
      parts[parts.length - 1] = `${last}, ${piece}`;
    else parts.push(piece);
  }
  return parts;
}

interface CalledNames {
  leading: RegExp;
  trailing: RegExp;
}

/** Names that are called out and tell nothing more, as patterns: the agent's, and the customer's with a title. */
function calledNames(parties: Parties): CalledNames | undefined {
  const customer = parties.customerName?.split(' ') ?? [];
  const last = customer[customer.length - 1];
  const plain = [parties.agentName, parties.customerName, customer[0]].map((name) =>
    name === undefined ? undefined : escapeRegExp(name),
  );
  const names = [...plain, last === undefined ? undefined : `(?:Mr|Mrs|Ms|Miss|Dr)\\.? ${escapeRegExp(last)}`];
  const known = names.filter((name) => name !== undefined && name.length > 2);
  if (known.length === 0) return undefined;
  const any = `(?:${known.join('|')})`;
  return { leading: new RegExp(`^${any}[,.!]?\\s+(?=\\S)`, 'i'), trailing: new RegExp(`,\\s+${any}[.!?]?$`, 'i') };
}

/** `this is Fred from Reliant Appliance`, which the summary's opening tells. */
function agentIntroduction({ agentName, company }: Parties): RegExp | undefined {
  if (agentName === undefined) return undefined;
  const from = company === undefined ? '' : `(?:,? (?:calling )?(?:from|with|at|over at|of) ${escapeRegExp(company)})?`;
  return new RegExp(`\\b(?:this is|it's|my name is) ${escapeRegExp(agentName)}${from}(?:,? calling)?[,.]?\\s*`, 'i');
}

interface OwnName {
  pattern: RegExp;
  /** A part without this word does not hold the name. */
  first: string;
}

/** `this is Dana Wells`, `Dana Wells here`: told by the summary's opening. */
function customerIntroduction({ customerName }: Parties): OwnName | undefined {
  if (customerName === undefined) return undefined;
  const pattern = new RegExp(
    `(?:\\b(?:this is|it's|its|it is|my name is|my name's|my names|name is|i'm|is) |^(?:[a-z]+[, ]+){0,3})${escapeRegExp(customerName).replace(/ /g, ',? ')}\\b(?!')(?: here\\b| speaking\\b| again\\b)?[,.]?\\s*`,
    'i',
  );
  return { pattern, first: customerName.split(' ')[0]?.toLowerCase() ?? '' };
}

function withoutOwnName(part: string, ownName: OwnName | undefined): string {
  if (ownName === undefined || !part.toLowerCase().includes(ownName.first)) return part;
  return part.replace(ownName.pattern, (_, at: number) =>
    /^(?:out |over |up |down )*(?:on|at|in|from)\b/.test(part.slice(at + _.length)) ? "I'm " : ' ',
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Courtesies that end a call. */
const FAREWELL =
  /^(?:take care|you too|(?:and )?(?:you |you all )?have (?:always )?an? (?:\w+ )?(?:good|nice|great|blessed|wonderful|day|night|evening|one|weekend)\b|later$|cool|see you(?: then| later)?$|talk to you|good ?bye|bye|good luck|god bless(?: you)?$)/i;
const OWN_INTRODUCTION = /^(?:this is|this's|it's|it is|my name is|my name's|my names|name's|i'm|i am)\s+/i;

/** An opening that the summary's own first words already tell. */
function isGreeting(text: string, turn: Turn, parties: Parties): boolean {
  const lower = text.toLowerCase();
  if (MACHINE.test(text) || FAREWELL.test(text)) return true;
  if (turn.speaker === 'customer') return isOwnIntroduction(lower, parties);
  if (turn.speaker !== 'agent') return false;
  if (/^(?:mr|mrs|ms|miss|dr)\.? [a-z'-]+$/.test(lower) || lower === parties.customerName?.toLowerCase()) return true;
  if (
    /^(?:how (?:can|may) (?:i|we) help|what can (?:i|we) do|is there anything else|anything else|is (?:this|that) [\w.'-]+(?: [\w.'-]+)?$|may i speak|can i speak)/i.test(
      text,
    )
  )
    return true;
  const company = parties.company?.toLowerCase();
  return (
    (company !== undefined && lower.includes(company) && lower.length < company.length + 30) ||
    lower.replace(/^(?:this is |it's )|(?: speaking| here)$/g, '') === parties.agentName?.toLowerCase()
  );
}

function isOwnIntroduction(lower: string, { customerName, customerNote }: Parties): boolean {
  if (customerName === undefined) return false;
  const told = lower
    .replace(OWN_INTRODUCTION, '')
    .replace(customerName.toLowerCase(), '')
    .replace(/^[\s,]+/, '');
  return told === '' || told === customerNote?.toLowerCase();
}

function clean(part: string, names: CalledNames | undefined): string {
  let text = part
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(TAG, '')
    .replace(INNER_NOISE, ' ')
    .replace(SPELLING, ' ')
    .replace(/\.{2,}|…/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  text = text.replace(LEADING_NOISE, '');
  if (names !== undefined) {
    text = text.replace(names.leading, '').replace(names.trailing, '').replace(LEADING_NOISE, '');
  }
  text = text.replace(/^[\s,.!?;:'—–-]+/, '').replace(/[\s,.!?;:—–-]+$/, '');
  for (let again = true; again;) {
    const shorter = text.replace(TRAILING_NOISE, '');
    again = shorter !== text;
    text = shorter;
  }
  text = withFigures(text)
    .replace(/\b([a-z]+(?:'[a-z]+)?)((?:,)? \1\b)+/gi, '$1')
    .replace(/\s+,/g, ',')
    .replace(/[\s,]+$/, '');
  if ((text.match(/"/g) ?? []).length % 2 === 1) text = text.replace(/"/g, '');
  return text.trim();
}
