import { useState, type ReactNode } from 'react';

import type { FollowUp } from '../../../api/types';
import { plural } from '../../../lib/format/format';
import { followUpName } from '../follow-up-party';

interface NewFollowUpsAnnouncementProps {
  followUps: readonly FollowUp[];
  /** Identifies the list. When it changes, such as after a filter change, no new follow-ups are announced. */
  listKey: string;
}

interface AnnouncedFollowUps {
  listKey: string;
  followUps: readonly FollowUp[];
  ids: ReadonlySet<string>;
  text: string;
  count: number;
}

/** Announces new follow-ups to screen readers, except those loaded at the end of the list. */
export function NewFollowUpsAnnouncement({ followUps, listKey }: NewFollowUpsAnnouncementProps): ReactNode {
  const [announced, setAnnounced] = useState<AnnouncedFollowUps>(() => ({
    listKey,
    followUps,
    ids: toIdSet(followUps),
    text: '',
    count: 0,
  }));
  if (announced.followUps !== followUps) {
    const isSameList = announced.listKey === listKey;
    const newFollowUps = isSameList ? findInsertedFollowUps(announced.ids, followUps) : [];
    setAnnounced({
      listKey,
      followUps,
      ids: new Set([...(isSameList ? announced.ids : []), ...toIdSet(followUps)]),
      text: newFollowUps.length > 0 ? describeNewItems(newFollowUps) : announced.text,
      count: newFollowUps.length > 0 ? announced.count + 1 : announced.count,
    });
  }
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element, because unchanged text is not announced again. */}
      <span key={announced.count}>{announced.text}</span>
    </p>
  );
}

function findInsertedFollowUps(ids: ReadonlySet<string>, followUps: readonly FollowUp[]): readonly FollowUp[] {
  const lastKnownIndex = followUps.findLastIndex(({ id }) => ids.has(id));
  const candidates = lastKnownIndex < 0 ? followUps : followUps.slice(0, lastKnownIndex);
  return candidates.filter(({ id }) => !ids.has(id));
}

function describeNewItems(followUps: readonly FollowUp[]): string {
  const [first] = followUps;
  return first && followUps.length === 1
    ? `${first.kind === 'unhappy' ? 'Unhappy customer' : 'New follow-up'}: ${followUpName(first)}`
    : plural(followUps.length, 'new follow-up');
}

function toIdSet(followUps: readonly FollowUp[]): ReadonlySet<string> {
  return new Set(followUps.map(({ id }) => id));
}
