import { matchActs } from './act-matcher';
import { findCustomer, isPersonName, titleCase } from './customer-name';
import { speakersKnown, type Turn } from './features';
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

const COMPANY_WORD =
  /\b(plumbing|heating|cooling|air|hvac|electric|electrical|roofing|roofs?|doors?|garage|pest|exterminating|termite|appliance|appliances|pools?|spa|lawn|landscap\w+|gardens?|grounds|cleaning|cleaners|maids?|drain|rooter|mechanical|comfort|climate|services?|solutions|company|repair|exteriors|tree|furnace|well|septic|gutter|restoration|irrigation|sons|brothers|daughters)\b/i;

/** Reads names and roles from what was said. */
export function callParties(
  turns: readonly Turn[],
  known: { customerName?: string; direction?: 'inbound' | 'outbound' },
): Parties {
  const first = turns[0];
  const agentTurns = turns.filter((turn) => turn.speaker === 'agent');
  const customerTurns = turns.filter((turn) => turn.speaker === 'customer');
  const opening = agentTurns[0]?.text ?? '';
  const told = speakersKnown(turns);
  const isMachine = (text: string): boolean => matchActs('agent', tokens(text)).has('selfService');
  const isVoicemail = told && isMachine(opening) && agentTurns.slice(1).every((turn) => isMachine(turn.text));
  const isMessageLeft = told && first?.speaker === 'customer' && isMachine(first.text) && customerTurns.length === 1;
  const isOutbound =
    known.direction === 'outbound' || (known.direction === undefined && told && soundsOutbound(opening));
  const agentName = personIn(opening, isOutbound ? INTRODUCES_OUT : INTRODUCES_IN) ?? greeterIn(turns);
  const found = told && known.customerName === undefined ? findCustomer(turns, isOutbound, agentName) : {};
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
  return /\b(calling (about|for|to|from|on|because|with)|is this (mr|mrs|ms|\w+\?)|following up|checking (in|on)|follow[- ]up|returning (a|your) call|due for|confirming)\b/i.test(
    opening,
  );
}

const INTRODUCES_IN = /\b(?:this is|it's|i'm|my name is)\s+([A-Za-z'’-]+)|([A-Za-z'’-]+)\s+(?:speaking|here)\b/i;
const INTRODUCES_OUT =
  /(?:\b(?:[Tt]his is|[Ii]t's|[Mm]y name is)\s+|[.?!,] (?=[A-Z][a-z'’]+ (?:with|from|at) [A-Z]))([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?|[a-z'’-]+)(?=,| with\b| from\b| at\b| calling\b| over\b| of\b| in\b)/;

function personIn(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text);
  const name = match?.[1] ?? match?.[2];
  return name !== undefined && isPersonName(name, undefined) ? titleCase(name) : undefined;
}

/** An agent who says no more than `Cascade Appliance, Joanne`: a customer who calls them by it makes it sure. */
function greeterIn(turns: readonly Turn[]): string | undefined {
  const [greeting, reply] = turns;
  if (greeting?.speaker !== 'agent' || reply?.speaker !== 'customer') return undefined;
  const last = /([A-Za-z'’-]+)[.!]?$/.exec(greeting.text)?.[1];
  const isCalled =
    last !== undefined &&
    new RegExp(`^(?:(?:hi|hey|hello|yes|yeah|good morning)[,.]? )?${last.replace(/[^A-Za-z]/g, '.')}\\b`, 'i').test(
      reply.text,
    );
  return isCalled && isPersonName(last, undefined) ? titleCase(last) : undefined;
}

function companyIn(opening: string, isOutbound: boolean): string | undefined {
  if (isOutbound) {
    const introduced = opening.slice(Math.max(0, opening.search(/\b(?:this is|it's|my name is)\b/i)));
    const match =
      /\b(?:with|from|at|of)\s+((?:\p{Lu}[\p{L}'’-]*|and|&|of|the)(?: (?:\p{Lu}[\p{L}'’-]*|and|&|of))*)/u.exec(
        introduced,
      );
    const written = match?.[1]?.replace(/ (?:and|of|&)$/, '');
    if (written !== undefined && /^\p{Lu}/u.test(written)) return written;
    return /[A-Z]/.test(opening) ? undefined : rawCompany(/\b(?:with|from|at)\s+(.+)$/.exec(opening)?.[1] ?? '');
  }
  const start = opening
    .replace(
      /^(?:(?:thank you for calling|thanks for calling|you've reached|you have reached|good (?:morning|afternoon|evening)|hello|hi|welcome to|this is)\b[,!.]?\s*)+/i,
      '',
    )
    .replace(/^the voicemail (?:of|for) /i, '');
  if (!/[A-Z]/.test(start)) return rawCompany(start);
  const cut = start.split(/[,.!?]|\s(?:this is|how|good|leave|we're|we are|our|speaking)\b/)[0]?.trim() ?? '';
  return cut !== '' &&
    cut.split(' ').length <= 7 &&
    /^\p{Lu}/u.test(cut) &&
    (COMPANY_WORD.test(cut) || cut.split(' ').length > 1)
    ? cut
    : undefined;
}

function rawCompany(text: string): string | undefined {
  const words = text.split(' ').slice(0, 7);
  let last = -1;
  words.forEach((word, at) => {
    if (COMPANY_WORD.test(word) && (last < 0 || at - last <= 2)) last = at;
  });
  const name = words.slice(0, last + 1);
  return last >= 0 && !name.some((word) => /^(this|is|i|you|how|may|can|we)$/.test(word))
    ? titleCase(name.join(' '))
    : undefined;
}
