import type { ReactNode } from 'react';

import type { ListedCall } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { formatRelative } from '../../../lib/format/format';
import { toSingleLine } from '../../../lib/format/single-line';
import { otherParty } from '../call-party';
import { MatchingSentence } from './matching-sentence';

export interface CustomerSuggestion {
  title: string;
  /** Search text that finds this customer's calls. */
  search: string;
}

/** A two-line summary of a call, for short result lists. */
export function CallSearchResult({ call }: { call: ListedCall }): ReactNode {
  const now = useNow();
  return (
    <span className="grid min-w-0 grow">
      <span className="flex min-w-0 justify-between gap-3">
        <span className="truncate font-semibold">{otherParty(call).title}</span>
        <span className="shrink-0 text-meta text-fg-subtle">
          {call.label !== null && `${call.label}, `}
          {formatRelative(call.startedAt ?? call.receivedAt, now)}
        </span>
      </span>
      <span className="truncate text-meta text-fg-muted">
        {call.match ? <MatchingSentence match={call.match} /> : call.summary && toSingleLine(call.summary)}
      </span>
    </span>
  );
}

/** The distinct customers in these calls, in the order of the calls. */
export function listDistinctCustomers(calls: readonly ListedCall[]): CustomerSuggestion[] {
  const customersByTitle = new Map<string, CustomerSuggestion>();
  for (const call of calls) {
    const { title, phone } = otherParty(call);
    const search = call.customerName ?? phone;
    if (search !== null && !customersByTitle.has(title)) customersByTitle.set(title, { title, search });
  }
  return [...customersByTitle.values()];
}
