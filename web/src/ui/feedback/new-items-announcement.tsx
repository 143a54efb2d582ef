import { useState, type ReactNode } from 'react';

import { plural } from '../../lib/format/format';

interface NewItemsAnnouncementProps<T> {
  items: readonly T[];
  /** Identifies the list. When it changes, for example after a filter change, no new items are announced. */
  listKey: string;
  /** Whether to announce a new item. By default, all of them are announced. */
  isNew?: (item: T) => boolean;
  /** Returns the announcement for a single item. */
  describe: (item: T) => string;
  /** Noun for announcing several items, such as `call`. */
  noun: string;
}

interface AnnouncedItems<T> {
  listKey: string;
  items: readonly T[];
  ids: ReadonlySet<string>;
  text: string;
  count: number;
}

/** Announces new items to screen readers, except those loaded at the end of the list. */
export function NewItemsAnnouncement<T extends { id: string }>({
  items,
  listKey,
  isNew = () => true,
  describe,
  noun,
}: NewItemsAnnouncementProps<T>): ReactNode {
  const [announced, setAnnounced] = useState<AnnouncedItems<T>>(() => ({
    listKey,
    items,
    ids: toIdSet(items),
    text: '',
    count: 0,
  }));
  if (announced.items !== items) {
    const isSameList = announced.listKey === listKey;
    const newItems = isSameList ? findInsertedItems(announced.ids, items).filter(isNew) : [];
    const [first] = newItems;
    setAnnounced({
      listKey,
      items,
      ids: new Set([...(isSameList ? announced.ids : []), ...toIdSet(items)]),
      ...(first
        ? { text: newItems.length === 1 ? describe(first) : plural(newItems.length, noun), count: announced.count + 1 }
        : { text: announced.text, count: announced.count }),
    });
  }
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element, because unchanged text is not announced again. */}
      <span key={announced.count}>{announced.text}</span>
    </p>
  );
}

function findInsertedItems<T extends { id: string }>(ids: ReadonlySet<string>, items: readonly T[]): readonly T[] {
  const lastKnownIndex = items.findLastIndex(({ id }) => ids.has(id));
  const candidates = lastKnownIndex < 0 ? items : items.slice(0, lastKnownIndex);
  return candidates.filter(({ id }) => !ids.has(id));
}

function toIdSet(items: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}
