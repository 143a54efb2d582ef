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
  const [shown, setShown] = useState<ShownCalls>({ listKey, calls, text: '' });
  if (shown.calls !== calls && !haveSameIds(shown.calls, calls)) {
    const newCalls = shown.listKey === listKey ? getCallsAbove(shown.calls, calls) : [];
    setShown({ listKey, calls, text: newCalls.length > 0 ? describeNewItems(newCalls) : shown.text });
  }
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element, because unchanged text is not announced again. */}
      <span key={shown.calls[0]?.id}>{shown.text}</span>
    </p>
  );
}

function getCallsAbove(previousCalls: readonly CallSummary[], calls: readonly CallSummary[]): readonly CallSummary[] {
  const previousIds = new Set(previousCalls.map(({ id }) => id));
  const firstKnownIndex = calls.findIndex(({ id }) => previousIds.has(id));
  return calls.slice(0, firstKnownIndex < 0 ? calls.length : firstKnownIndex);
}

function describeNewItems(calls: readonly CallSummary[]): string {
  const [first] = calls;
  return first && calls.length === 1 ? `New call: ${otherParty(first).title}` : plural(calls.length, 'new call');
}

function haveSameIds(first: readonly CallSummary[], second: readonly CallSummary[]): boolean {
  return first.length === second.length && first.every(({ id }, index) => id === second[index]?.id);
}
