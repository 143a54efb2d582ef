import { Scale, Siren } from 'lucide-react';
import type { ReactNode } from 'react';

import { CALL_FLAG_NAMES, type CallFlagName } from '@ringwell/domain/calls/call-flags';

import { cx } from '../../../ui/cx';

const ICONS = { danger: Siren, legal: Scale } as const;

/** Dangers and legal action that the customer mentioned, shown next to the label. Lists show only the icons. */
export function Flags({ flags, isIcon = false }: { flags: readonly CallFlagName[]; isIcon?: boolean }): ReactNode {
  return flags.map((flag) => {
    const Icon = ICONS[flag];
    return (
      <span
        key={flag}
        title={isIcon ? CALL_FLAG_NAMES[flag] : undefined}
        className={cx(
          'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full border border-transparent px-1.5 text-meta font-semibold',
          flag === 'danger' ? 'bg-negative-soft text-on-negative-soft' : 'bg-neutral-soft text-on-neutral-soft',
        )}
      >
        <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
        <span className={isIcon ? 'sr-only' : 'pr-1'}>{CALL_FLAG_NAMES[flag]}</span>
      </span>
    );
  });
}
