import { CALL_LABEL_NAMES, CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { foldName } from '@ringwell/domain/text/fold-name';
import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';

import type { AgentPerson } from '../../lib/format/group-agents';
import { PATHS } from '../../lib/paths';

/** A search such as `label:negative agent:paul leak`, split into its tokens and the rest. */
export interface CallTokens {
  label?: string;
  agent?: string;
  search: string;
}

export interface ListLink {
  to: string;
  label: string;
}

const TOKEN_PATTERN = /(?:^|\s)(label|agent):(?:"([^"]*)"?|(\S*))/gi;
const LABEL_SYNONYMS: Partial<Record<CallLabel, string>> = { positive: 'happy', negative: 'unhappy' };
const MAX_LINKS = 6;

/** @returns undefined for text without `label:` or `agent:` */
export function parseCallTokens(text: string): CallTokens | undefined {
  const tokens = [...text.matchAll(TOKEN_PATTERN)].map(([, name = '', quoted, word = '']) => [
    name.toLowerCase(),
    (quoted ?? word).trim().toLowerCase(),
  ]);
  if (tokens.length === 0) return undefined;
  return {
    ...(Object.fromEntries(tokens) as Omit<CallTokens, 'search'>),
    search: text.replace(TOKEN_PATTERN, '').trim(),
  };
}

/** Links to call lists that match the tokens. */
export function buildListLinks({ label, agent, search }: CallTokens, people: readonly AgentPerson[]): ListLink[] {
  const labels = label === undefined ? [undefined] : CALL_LABELS.filter((item) => matchesAny(label, labelNames(item)));
  const agents = agent === undefined ? [undefined] : people.filter(({ name }) => matchesAny(agent, name.split(' ')));
  const term = search.length >= MIN_SEARCH_LENGTH ? search : undefined;
  return labels
    .flatMap((callLabel) =>
      agents.map((person) => ({
        to: `${PATHS.calls}?${new URLSearchParams({
          ...(term !== undefined && { search: term }),
          ...(callLabel && { label: callLabel }),
          ...(person?.ids[0] !== undefined && { agent: person.ids[0] }),
        }).toString()}`,
        label: [
          'Calls',
          callLabel && `labeled ${CALL_LABEL_NAMES[callLabel]}`,
          person && `by ${person.name}`,
          term !== undefined && `with “${term}”`,
        ]
          .filter(Boolean)
          .join(' '),
      })),
    )
    .slice(0, MAX_LINKS);
}

function labelNames(label: CallLabel): string[] {
  return [...CALL_LABEL_NAMES[label].split(' '), LABEL_SYNONYMS[label] ?? '', label];
}

function matchesAny(input: string, names: readonly string[]): boolean {
  return input.split(' ').every((word) => names.some((name) => foldName(name).startsWith(foldName(word))));
}
