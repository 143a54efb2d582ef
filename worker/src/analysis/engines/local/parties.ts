import { speakersKnown, type Turn } from './features';
import { matchActs } from './act-matcher';
import { tokens } from './tokens';

/** Who is on the line, as far as the call says. */
export interface Parties {
  customerName?: string;
  /** How the customer says who they are besides the name: `the deli on Court Street`. */
  customerNote?: string;
  company?: string;
  agentName?: string;
  /** The customer speaks to a machine. */
  isVoicemail: boolean;
  /** The company speaks to the customer's machine. */
  isMessageLeft: boolean;
  /** The company rang the customer. */
  isOutbound: boolean;
}

const TITLE = "(?:(?:Mr|Mrs|Ms|Miss|Dr|Sister|Father|Madame|Pastor|Deacon)\\.? )?";
const CAP = "\\p{Lu}[\\p{L}'’-]+";
const NAME = `${TITLE}${CAP}(?: ${CAP}){0,2}`;
const INTRO = new RegExp(`(?:[Tt]his is|[Tt]his's|[Ii]t's|[Ii]t is|I'm|I am|[Mm]y name is|[Mm]y name's|[Nn]ame's|[Nn]ame is|[Uu]nder|^)\\s*(${NAME})(?=$|[.,;!?]|'s\\b| (?:here|again|from|on|over|out|at|with|in|calling|and|down|up|the|by|speaking|for|of)\\b)`, 'gu');
const ASKED_FOR = new RegExp(`(?:[Ii]s this|[Ii]s that|[Tt]his (?:message )?is for|[Cc]alling for|[Ll]ooking for|[Ss]peak (?:with|to)|[Mm]essage (?:is )?for|^(?:Hi|Hello|Hey|Good (?:morning|afternoon|evening))[,!]?(?= )|^) ?(?:with |there,? |the homeowner, )?(${NAME})(?:[.,!?]|$| (?:about|on|regarding|at)\\b)`, 'gu');
const NOT_NAMES = new Set(('him me us them mm mhm maam yes yeah yep okay hi hello hey well oh no sure good thank thanks look listen so and but the a an it this that these those there here what when where why who how '
  + 'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter '
  + "he she they we you i my your our his her their if then now just because not really sorry please great perfect right alright all ma'am sir mm-hm uh um ah aw huh anyway first last "
  + "i'm i've i'd i'll street avenue road lane drive court highway boulevard place way terrace insurance speaking "
  + 'twice nobody somebody everybody everything nothing something morning afternoon evening speaking calling god lord gosh jesus jeez wow ha bye goodbye fine let go have call got is are was were do does did can could will would').split(' '));
const RAW_INTRO = /\b(?:this is|this here's|my name is|my names|my name's|name is|name's|it's|its)\s+((?:mr |mrs |ms |miss |dr |sister )?[a-z'-]+(?: [a-z'-]+){0,3})/g;
const RAW_ASKED = /\b(?:is this|hi|hello|hey|good morning|good afternoon|looking for|calling for|speak with|speak to|^)\s*((?:mr |mrs |ms |miss )?[a-z'-]+(?: [a-z'-]+)??)\s+(?:this is|it's|its)\b/;
const RAW_STOP = new Set(('the a an on over out at with from in and again calling here i i\'m im i\'ve we you y\'all he she it it\'s that this they my your our for about up down just uh um '
  + 'is was are were be been am not no yes so but because cause to of off by around when what where who how like got have has had do did don\'t can could would will going gonna '
  + 'broke broken leaking still back doing making too very really one two three four five six seven eight nine ten okay ok good fine great working supposed all right next last '
  + 'number cold hot down out dead running been already only kind sort actually probably a\'s').split(' '));
const COMPANY_WORD = /\b(plumbing|heating|cooling|air|hvac|electric|electrical|roofing|roofs?|doors?|garage|pest|exterminating|termite|appliance|appliances|pools?|spa|lawn|landscap\w+|gardens?|grounds|cleaning|cleaners|maids?|drain|rooter|mechanical|comfort|climate|services?|solutions|company|repair|exteriors|tree|furnace|well|septic|gutter|restoration|irrigation|sons|brothers|daughters)\b/i;

/** Reads names and roles from what was said. */
export function callParties(turns: readonly Turn[], known: { customerName?: string; direction?: 'inbound' | 'outbound' }): Parties {
  const first = turns[0];
  const agentTurns = turns.filter((turn) => turn.speaker === 'agent');
  const customerTurns = turns.filter((turn) => turn.speaker === 'customer');
  const opening = agentTurns[0]?.text ?? '';
  const told = speakersKnown(turns);
  const isMachine = (text: string): boolean => matchActs('agent', tokens(text)).has('selfService');
  const isVoicemail = told && isMachine(opening) && agentTurns.slice(1).every((turn) => isMachine(turn.text));
  const isMessageLeft = told && first?.speaker === 'customer' && isMachine(first.text) && customerTurns.length === 1;
  const isOutbound = known.direction === 'outbound' || (known.direction === undefined && told && soundsOutbound(opening));
  const agentName = personIn(opening, isOutbound ? INTRODUCES_OUT : INTRODUCES_IN);
  const found = told ? customerIn(customerTurns, agentTurns, isOutbound, agentName) : {};
  return {
    customerName: known.customerName ?? found.name,
    customerNote: found.note,
    company: told ? companyIn(opening, isOutbound) : undefined,
    agentName,
    isVoicemail,
    isMessageLeft,
    isOutbound,
  };
}

function soundsOutbound(opening: string): boolean {
  return /\b(calling (about|for|to|from|on|because|with)|is this (mr|mrs|ms|\w+\?)|following up|checking (in|on)|follow[- ]up|returning (a|your) call|due for|confirming)\b/i.test(opening);
}

const INTRODUCES_IN = /\b(?:this is|it's|i'm|my name is)\s+([A-Za-z'’-]+)|([A-Za-z'’-]+)\s+(?:speaking|here)\b/i;
const INTRODUCES_OUT = /\b(?:[Tt]his is|[Ii]t's|[Mm]y name is)\s+([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?|[a-z'’-]+)(?=,| with\b| from\b| at\b| calling\b| over\b| of\b| in\b)/;

function personIn(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text);
  const name = match?.[1] ?? match?.[2];
  if (name === undefined || NOT_NAMES.has(name.toLowerCase()) || RAW_STOP.has(name.toLowerCase())) return undefined;
  return titleCase(name);
}

function customerIn(customer: readonly Turn[], agent: readonly Turn[], isOutbound: boolean, agentName: string | undefined): { name?: string; note?: string } {
  if (isOutbound) {
    for (const turn of agent.slice(0, 2)) {
      const names = /[A-Z]/.test(turn.text) ? [...turn.text.matchAll(ASKED_FOR)].map((match) => match[1]) : [RAW_ASKED.exec(turn.text.replace(/\b(?:uh|um|er|mm)\b ?/g, ''))?.[1]];
      const name = names.find((item) => item !== undefined && isName(item, agentName) && !COMPANY_WORD.test(item));
      if (name !== undefined) return { name: titleCase(name) };
    }
  }
  for (const [at, turn] of customer.entries()) {
    const found = introduction(turn.text, agentName, at < 2);
    if (found !== undefined) return found;
  }
  for (const turn of agent) {
    const name = /\b((?:Mr|Mrs|Ms|Miss|Dr)\.? \p{Lu}[\p{L}'’-]+)/u.exec(turn.text)?.[1];
    if (name !== undefined) return { name };
  }
  return {};
}

/** A name that a customer gives for themselves, and what they add to it. */
function introduction(text: string, agentName: string | undefined, isEarly: boolean): { name: string; note?: string } | undefined {
  const isRaw = !/[A-Z]/.test(text);
  if (isRaw) {
    for (const match of text.replace(/\b(?:uh|um|er)\b ?/g, '').matchAll(RAW_INTRO)) {
      const words = (match[1] ?? '').split(' ');
      const stop = words.findIndex((word) => RAW_STOP.has(word));
      const name = words.slice(0, stop < 0 ? 3 : stop).filter((word) => word.length > 1);
      const cued = /name/.test(match[0]) || (isEarly && (name.length >= 2 || /^this/.test(match[0])));
      if (name.length > 0 && name.length <= 3 && cued && !COMPANY_WORD.test(name.join(' '))) return { name: titleCase(name.join(' ')) };
    }
    return undefined;
  }
  for (const sentence of text.split(/(?<=[.?!])\s+/)) {
    const plain = sentence.replace(/^(?:(?:Yes|Yeah|Hi|Hello|Hey|Oh|Okay|Good (?:morning|afternoon|evening)|Yes,? (?:ma'am|sir)|Um|Uh|Well|Sure|Howdy),?[\s!.]*)+/, '');
    const bare = agentName === undefined ? plain : plain.replace(new RegExp(`^(?:hi |hey |hello )?${escaped(agentName)}[,.!:]?\\s*(?:hi|hey|hello)?[,.]?\\s*`, 'i'), '');
    for (const match of bare.matchAll(INTRO)) {
      const name = match[1] ?? '';
      const opensWith = match[0].trim() === name;
      const isFull = name.split(' ').length > 1;
      if (!isName(name, agentName) || COMPANY_WORD.test(name) || (!isFull && (opensWith || (!isEarly && !/name/i.test(match[0]))))) continue;
      return withNote(name, bare.slice(match.index + match[0].length));
    }
  }
  return undefined;
}

function withNote(name: string, after: string): { name: string; note?: string } {
  const rest = after.replace(/^[\s,]+/, '').replace(/[.?!]+$/, '');
  const note = /^(?:the|on|from|with|at|over|out|down|up|in|over at|I manage|I own)\b/.test(rest) && rest.split(' ').length <= 9 && !/\b(I|you|y'all|we)\b/.test(rest) ? rest : undefined;
  return note === undefined ? { name } : { name, note };
}

function isName(name: string, agentName: string | undefined): boolean {
  const words = name.split(' ');
  return name !== agentName && words.every((word) => !NOT_NAMES.has(word.toLowerCase().replace(/[’]/g, "'")) && !RAW_STOP.has(word.toLowerCase()));
}

function companyIn(opening: string, isOutbound: boolean): string | undefined {
  if (isOutbound) {
    const introduced = opening.slice(Math.max(0, opening.search(/\b(?:this is|it's|my name is)\b/i)));
    const match = /\b(?:with|from|at|of)\s+((?:\p{Lu}[\p{L}'’-]*|and|&|of|the)(?: (?:\p{Lu}[\p{L}'’-]*|and|&|of))*)/u.exec(introduced);
    const written = match?.[1]?.replace(/ (?:and|of|&)$/, '');
    if (written !== undefined && /^\p{Lu}/u.test(written)) return written;
    return /[A-Z]/.test(opening) ? undefined : rawCompany(/\b(?:with|from|at)\s+(.+)$/.exec(opening)?.[1] ?? '');
  }
  const start = opening
    .replace(/^(?:(?:thank you for calling|thanks for calling|you've reached|you have reached|good (?:morning|afternoon|evening)|hello|hi|welcome to|this is)\b[,!.]?\s*)+/i, '')
    .replace(/^the voicemail (?:of|for) /i, '');
  if (!/[A-Z]/.test(start)) return rawCompany(start);
  const cut = start.split(/[,.!?]|\s(?:this is|how|good|leave|we're|we are|our|speaking)\b/)[0]?.trim() ?? '';
  return cut !== '' && cut.split(' ').length <= 7 && /^\p{Lu}/u.test(cut) && (COMPANY_WORD.test(cut) || cut.split(' ').length > 1) ? cut : undefined;
}

function rawCompany(text: string): string | undefined {
  const words = text.split(' ').slice(0, 7);
  let last = -1;
  words.forEach((word, at) => {
    if (COMPANY_WORD.test(word) && (last < 0 || at - last <= 2)) last = at;
  });
  const name = words.slice(0, last + 1);
  return last >= 0 && !name.some((word) => /^(this|is|i|you|how|may|can|we)$/.test(word)) ? titleCase(name.join(' ')) : undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** `sal iannucci` as `Sal Iannucci`; small joining words stay small. */
export function titleCase(text: string): string {
  return text.replace(/[\p{L}'’]+/gu, (word, at: number) => (at > 0 && /^(and|of|the)$/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)));
}
