import { Ear, Frown, Handshake, Scale, Voicemail, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { FOLLOW_UP_KIND_NAMES, type FollowUpKind } from '@ringwell/domain/follow-up';

const ICONS: Record<FollowUpKind, LucideIcon> = {
  unhappy: Frown,
  rule: Scale,
  promise: Handshake,
  voicemail: Voicemail,
  review: Ear,
};

/** Why a customer should be called. */
export function KindBadge({ kind, id }: { kind: FollowUpKind; id?: string }): ReactNode {
  const Icon = ICONS[kind];
  return (
    <span id={id} className="inline-flex items-center gap-1.5 text-meta font-semibold whitespace-nowrap text-fg-muted">
      <Icon aria-hidden className="size-3.5" />
      {FOLLOW_UP_KIND_NAMES[kind]}
    </span>
  );
}
