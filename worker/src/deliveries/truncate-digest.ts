import { toOneLine } from '@ringwell/domain/text/plain-text';
import { truncateText } from '@ringwell/domain/text/truncate-text';

import type { OverdueDigest, OverdueItem } from './overdue-digest';

const MAX_LENGTH = { name: 120, why: 300 };

/** Shortens every string in a digest to one line. */
export function truncateDigest(digest: OverdueDigest): OverdueDigest {
  return { ...digest, items: digest.items.map(truncateItem) };
}

/** Renders as many of a digest's customers as fit in `maxBytes` of UTF-8, but at least one. */
export function renderDigestToFit(
  digest: OverdueDigest,
  { maxBytes, render }: { maxBytes: number; render: (digest: OverdueDigest) => string },
): string {
  const { items, moreCount, ...otherFields } = truncateDigest(digest);
  let message = '';
  for (let itemCount = items.length; itemCount > 0; itemCount -= 1) {
    message = render({
      ...otherFields,
      items: items.slice(0, itemCount),
      moreCount: moreCount + items.length - itemCount,
    });
    if (Buffer.byteLength(message) <= maxBytes) break;
  }
  return message;
}

/** `And 5 more.`, or null if every customer is shown. */
export function moreText({ moreCount }: Pick<OverdueDigest, 'moreCount'>): string | null {
  return moreCount > 0 ? `And ${moreCount} more.` : null;
}

function truncateItem(item: OverdueItem): OverdueItem {
  const truncateName = (text: string): string => truncateText(toOneLine(text), MAX_LENGTH.name);
  return {
    ...item,
    who: truncateName(item.who),
    phone: item.phone === null ? null : truncateName(item.phone),
    why: truncateText(toOneLine(item.why), MAX_LENGTH.why),
    handler: truncateName(item.handler),
  };
}
