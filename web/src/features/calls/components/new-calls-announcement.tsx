import type { ReactNode } from 'react';

import type { CallSummary } from '../../../api/types';
import { NewItemsAnnouncement } from '../../../ui/feedback/new-items-announcement';
import { otherParty } from '../call-party';

interface NewCallsAnnouncementProps {
  calls: readonly CallSummary[];
  listKey: string;
}

/** Announces new calls to screen readers. */
export function NewCallsAnnouncement({ calls, listKey }: NewCallsAnnouncementProps): ReactNode {
  return (
    <NewItemsAnnouncement
      items={calls}
      listKey={listKey}
      describe={(call) => `New call: ${otherParty(call).title}`}
      noun="new call"
    />
  );
}
