import { foldName } from '../text/fold-name';
import { sanitizeForStorage } from '../text/sanitize-for-storage';

export const AGENT_SOURCES = ['given', 'servicetitan', 'heard', 'corrected'] as const;
export type AgentSource = (typeof AGENT_SOURCES)[number];

export const MAX_AGENT_NAME_LENGTH = 100;

/** Normalizes an agent's name: removes extra spaces and truncates long names. `null` if nothing is left. */
export function normalizeAgentName(text: string | null | undefined): string | null {
  const name = sanitizeForStorage(text)?.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, MAX_AGENT_NAME_LENGTH);
  return name?.replace(/\p{Surrogate}$/u, '').trim() || null; // half of a surrogate pair
}

interface NamedMember {
  firstName: string | null;
  lastName: string | null;
}

/**
 * Finds the member whose name matches an agent's: the first name, the full name, or the first name and the beginning of
 * the last name ("Paul R."). Returns `undefined` if none or several match.
 */
export function suggestMember<Member extends NamedMember>(
  agentName: string,
  members: readonly Member[],
): Member | undefined {
  const agent = foldName(agentName);
  const matchingMembers = members.filter((member) => matchesMember(agent, member));
  return matchingMembers.length === 1 ? matchingMembers[0] : undefined;
}

function matchesMember(agent: string, { firstName, lastName }: NamedMember): boolean {
  const first = foldName(firstName ?? '');
  if (first === '') return false;
  if (agent === first) return true;
  if (!agent.startsWith(`${first} `)) return false; // true of most names, so their last names aren't folded
  const lastNamePart = agent.slice(first.length + 1);
  const last = foldName(lastName ?? '');
  return lastNamePart.endsWith('.')
    ? last.startsWith(lastNamePart.slice(0, -1))
    : lastNamePart === last || isInitial(lastNamePart, last);
}

function isInitial(lastNamePart: string, last: string): boolean {
  return lastNamePart.length === 1 && last.startsWith(lastNamePart);
}
