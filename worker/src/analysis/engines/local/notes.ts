import { matchActs } from './act-matcher';
import type { ScoredClause } from './choose-clauses';
import type { Parties } from './parties';
import { clauseTokens } from './salience-features';
import { retellClause } from './third-person';

const MAX_KEY_POINTS = 6;
const MAX_KEY_POINT_WORDS = 22;
/** A reason is looked for in the opening of the call, an outcome in its end. */
const OPENING_SHARE = 0.45;
const ENDING_SHARE = 0.6;

/** Acts of an agent that leave the company something to do. */
const PROMISES = ['passesOn', 'schedules', 'offersVisit', 'offersMoney', 'actsNow'];
const REQUESTS = ['demandsSuperior', 'asksMoneyBack', 'leavesNumber', 'asksInfo'];

/** The weightiest clauses as short items, in order of speech. */
export function keyPoints(scored: readonly ScoredClause[]): string[] {
  const short = scored.filter((item) => item.words <= MAX_KEY_POINT_WORDS);
  const top = [...(short.length > 0 ? short : scored)].sort((a, b) => b.salience - a.salience).slice(0, MAX_KEY_POINTS);
  return scored.filter((item) => top.includes(item)).map(asItem);
}

/** Why there was a call: the weightiest clause of its opening, from the side that rang. */
export function callReason(scored: readonly ScoredClause[], parties: Parties): string {
  const opening = scored.filter((item) => item.clause.position <= OPENING_SHARE);
  const side = parties.isOutbound ? 'agent' : 'customer';
  const best =
    weightiest(opening.filter((item) => item.clause.speaker === side)) ?? weightiest(opening) ?? weightiest(scored);
  return best === undefined ? 'Not said.' : `${asItem(best)}.`.replace(/([?"])\.$/, '$1');
}

/** How things stood: the weightiest clause of the end. */
export function callOutcome(scored: readonly ScoredClause[]): string {
  const best = weightiest(scored.filter((item) => item.clause.position >= ENDING_SHARE)) ?? weightiest(scored);
  return best === undefined ? 'Nothing was settled.' : `${asItem(best)}.`.replace(/([?"])\.$/, '$1');
}

/** What the company still has to do: its own last promise, else the customer's last request. */
export function followUpTask(scored: readonly ScoredClause[], parties: Parties): string {
  if (parties.isVoicemail) return 'Answer the voicemail.';
  const promise = lastWith(scored, 'agent', PROMISES) ?? lastWith(scored, 'customer', REQUESTS);
  return promise === undefined ? 'Get back to the customer.' : `${asItem(promise)}.`.replace(/([?"])\.$/, '$1');
}

function lastWith(
  scored: readonly ScoredClause[],
  speaker: 'agent' | 'customer',
  acts: readonly string[],
): ScoredClause | undefined {
  const isSuch = ({ clause }: ScoredClause): boolean => {
    const found =
      clause.speaker === speaker && !clause.isQuestion ? matchActs(speaker, clauseTokens(clause)) : undefined;
    return found !== undefined && acts.some((act) => found.has(act));
  };
  return scored.findLast(isSuch);
}

function weightiest(items: readonly ScoredClause[]): ScoredClause | undefined {
  return items.reduce<ScoredClause | undefined>(
    (best, item) => (best === undefined || item.salience > best.salience ? item : best),
    undefined,
  );
}

function asItem({ clause }: ScoredClause): string {
  if (clause.speaker === 'unknown') return `"${clause.text}${clause.isQuestion ? '?' : ''}"`;
  const who = clause.speaker === 'agent' ? 'Agent' : 'Customer';
  const { kind, text } = retellClause(clause);
  if (kind === 'question')
    return `${who} asked: "${text}"${clause.answer === undefined ? '' : ` (answer: ${clause.answer})`}`;
  if (kind === 'request') return `${who} asked the company ${text}`;
  if (kind === 'number' || kind === 'address') return `${who} gave the ${kind} ${text}`;
  return kind === 'instruction' ? `${who} told the customer ${text}` : `${who}: ${text}`;
}
