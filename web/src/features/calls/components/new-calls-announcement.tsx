import { useState, type ReactNode } from 'react';

import type { CallSummary } from '../../../api/types';
import { NewItemsAnnouncement } from '../../../ui/feedback/new-items-announcement';
import { otherParty } from '../call-party';

interface NewCallsAnnouncementProps {
  calls: readonly CallSummary[];
  listKey: string;
}

/** Announces calls received since the page opened, but not older ones that a correction moves into a filtered list. */
export function NewCallsAnnouncement({ calls, listKey }: NewCallsAnnouncementProps): ReactNode {
  const [openedAt] = useState(() => new Date().toISOString());
  return (
    <NewItemsAnnouncement
      items={calls}
      listKey={listKey}
      isNew={({ receivedAt }) => receivedAt >= openedAt}
      describe={(call) => `New call: ${otherParty(call).title}`}
      noun="new call"
    />
  );
}
