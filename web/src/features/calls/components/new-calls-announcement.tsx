import { useState, type ReactNode } from 'react';

import type { CallSummary } from '../../../api/types';
import { NewItemsAnnouncement } from '../../../ui/feedback/new-items-announcement';
import { otherParty } from '../call-party';

interface NewCallsAnnouncementProps {
  calls: readonly CallSummary[];
  listKey: string;
}

/** Announces new calls to screen readers, but not older ones that a correction moves into a filtered list. */
export function NewCallsAnnouncement({ calls, listKey }: NewCallsAnnouncementProps): ReactNode {
  // The newest of the first calls on the page.
  const [newest] = useState(() => calls.reduce((max, { receivedAt }) => (receivedAt > max ? receivedAt : max), ''));
  return (
    <NewItemsAnnouncement
      items={calls}
      listKey={listKey}
      isNew={({ receivedAt }) => receivedAt >= newest}
      describe={(call) => `New call: ${otherParty(call).title}`}
      noun="new call"
    />
  );
}
