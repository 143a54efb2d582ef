import { useState, type ReactNode } from 'react';

import type { CallSummary } from '../../../api/types';
import { plural } from '../../../lib/format/format';
import { otherParty } from '../call-party';

interface NewCallsAnnouncementProps {
  /** Latest first. */
  calls: readonly CallSummary[];
  /** Identifies the list. When it changes, such as after a filter change, no new calls are announced. */
  listKey: string;
}

interface ShownCalls {
  listKey: string;
  calls: readonly CallSummary[];
  text: string;
}

/** Announces calls to screen readers when they appear above those already shown. */
export function NewCallsAnnouncement({ calls, listKey }: NewCallsAnnouncementProps): ReactNode {
  const [lastShown, setLastShown] = useState<ShownCalls>({ listKey, calls, text: '' });
  if (lastShown.calls !== calls && !haveSameIds(lastShown.calls, calls)) {
    const newCalls = lastShown.listKey === listKey ? getCallsAbove(lastShown.calls, calls) : [];
    setLastShown({ listKey, calls, text: newCalls.length > 0 ? describeNewCalls(newCalls) : lastShown.text });
  }
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element, because unchanged text is not announced again. */}
      <span key={lastShown.calls[0]?.id}>{lastShown.text}</span>
    </p>
  );
}

function getCallsAbove(previousCalls: readonly CallSummary[], calls: readonly CallSummary[]): readonly CallSummary[] {
  const previousIds = new Set(previousCalls.map(({ id }) => id));
  const firstKnownIndex = calls.findIndex(({ id }) => previousIds.has(id));
  return calls.slice(0, firstKnownIndex < 0 ? calls.length : firstKnownIndex);
}

function describeNewCalls(calls: readonly CallSummary[]): string {
  const [first] = calls;
  return first && calls.length === 1 ? `New call: ${otherParty(first).title}` : plural(calls.length, 'new call');
}

function haveSameIds(first: readonly CallSummary[], second: readonly CallSummary[]): boolean {
  return first.length === second.length && first.every(({ id }, index) => id === second[index]?.id);
}
