import { Ear, Frown, Handshake, Scale, Siren, Target, Voicemail, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { FOLLOW_UP_KIND_NAMES, type FollowUpKind } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../../api/types';
import { cx } from '../../../ui/cx';

const ICONS: Record<FollowUpKind, LucideIcon> = {
  unhappy: Frown,
  lead: Target,
  rule: Scale,
  promise: Handshake,
  voicemail: Voicemail,
  review: Ear,
};

const LEAD_NAME = FOLLOW_UP_KIND_NAMES.lead;

interface KindBadgeProps {
  followUp: Pick<FollowUp, 'kind' | 'isDanger'>;
  id?: string;
  /** Whether to show only the icon. Leads keep a short label, because their icon alone is unclear. */
  isIconOnly?: boolean;
}

/** Shows why to call a customer. */
export function KindBadge({ followUp: { kind, isDanger }, id, isIconOnly = false }: KindBadgeProps): ReactNode {
  const Icon = isDanger ? Siren : ICONS[kind];
  const name = isDanger ? 'Danger' : FOLLOW_UP_KIND_NAMES[kind];
  return (
    <span
      title={isIconOnly ? name : undefined}
      className="inline-flex items-center gap-1.5 text-meta font-semibold whitespace-nowrap text-fg-muted"
    >
      <Icon
        aria-hidden
        className={cx(isIconOnly ? 'size-4' : 'size-3.5', (isDanger || kind === 'unhappy') && 'text-negative')}
      />
      <span id={id} className={isIconOnly && name !== LEAD_NAME ? 'sr-only' : undefined}>
        {isIconOnly && name === LEAD_NAME ? 'Lead' : name}
      </span>
    </span>
  );
}
