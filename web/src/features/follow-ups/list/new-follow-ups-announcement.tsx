import type { ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { NewItemsAnnouncement } from '../../../ui/feedback/new-items-announcement';
import { followUpName } from '../follow-up-name';

interface NewFollowUpsAnnouncementProps {
  followUps: readonly FollowUp[];
  listKey: string;
}

/** Announces new follow-ups to screen readers. */
export function NewFollowUpsAnnouncement({ followUps, listKey }: NewFollowUpsAnnouncementProps): ReactNode {
  return (
    <NewItemsAnnouncement
      items={followUps}
      listKey={listKey}
      describe={(followUp) =>
        `${followUp.kind === 'unhappy' ? 'Unhappy customer' : 'New follow-up'}: ${followUpName(followUp)}`
      }
      noun="new follow-up"
    />
  );
}
