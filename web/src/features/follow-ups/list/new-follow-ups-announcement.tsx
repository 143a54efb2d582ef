import { useState, type ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { plural } from '../../../lib/format';
import { partyOf } from '../follow-up-party';

interface NewFollowUpsAnnouncementProps {
  followUps: readonly FollowUp[];
  /** Of the list: another one, such as after a change of filters, brings no new follow-ups. */
  listKey: string;
}

interface Known {
  listKey: string;
  followUps: readonly FollowUp[];
  ids: ReadonlySet<string>;
  text: string;
  count: number;
}

/** Tells screen readers of follow-ups that come in. Those that are loaded at the end of the list are not new. */
export function NewFollowUpsAnnouncement({ followUps, listKey }: NewFollowUpsAnnouncementProps): ReactNode {
  const [known, setKnown] = useState<Known>(() => ({ listKey, followUps, ids: idsOf(followUps), text: '', count: 0 }));
  if (known.followUps !== followUps) {
    const isSameList = known.listKey === listKey;
    const fresh = isSameList ? addedBetween(known.ids, followUps) : [];
    setKnown({
      listKey,
      followUps,
      ids: new Set([...(isSameList ? known.ids : []), ...idsOf(followUps)]),
      text: fresh.length > 0 ? announcementOf(fresh) : known.text,
      count: fresh.length > 0 ? known.count + 1 : known.count,
    });
  }
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element, because a text that stays the same is not announced again. */}
      <span key={known.count}>{known.text}</span>
    </p>
  );
}

function addedBetween(ids: ReadonlySet<string>, followUps: readonly FollowUp[]): readonly FollowUp[] {
  const lastKnown = followUps.findLastIndex(({ id }) => ids.has(id));
  const shown = lastKnown < 0 ? followUps : followUps.slice(0, lastKnown);
  return shown.filter(({ id }) => !ids.has(id));
}

function announcementOf(followUps: readonly FollowUp[]): string {
  const [first] = followUps;
  return first && followUps.length === 1
    ? `${first.kind === 'unhappy' ? 'Unhappy customer' : 'New follow-up'}: ${partyOf(first)}`
    : plural(followUps.length, 'new follow-up');
}

function idsOf(followUps: readonly FollowUp[]): ReadonlySet<string> {
  return new Set(followUps.map(({ id }) => id));
}
