import { KeyRound, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';

import type { MySecondFactor } from '../../../api/types';
import { formatDate, formatRelative } from '../../../lib/format/format';
import { Button } from '../../../ui/buttons/button';
import { SECOND_FACTOR_COPY as COPY } from './second-factor-copy';

export interface ListedFactor {
  /** Id of a passkey; undefined for the authenticator app. */
  passkeyId?: string;
  label: string;
  addedAt: string;
  lastUsedAt: string | null;
}

/** Lists the app first, then the passkeys from oldest to newest. */
export function listFactors({ totp, passkeys }: MySecondFactor): ListedFactor[] {
  return [
    ...(totp ? [{ label: COPY.app, addedAt: totp.activatedAt, lastUsedAt: totp.lastUsedAt }] : []),
    ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      passkeyId: id,
      label: COPY.passkey(name),
      addedAt: createdAt,
      lastUsedAt,
    })),
  ];
}

interface FactorListProps {
  factors: readonly ListedFactor[];
  /** Omitted if factors cannot be removed. */
  onRemove?: (factor: ListedFactor) => void;
}

export function FactorList({ factors, onRemove }: FactorListProps): ReactNode {
  return (
    <ul className="w-full divide-y rounded-control border">
      {factors.map((factor) => (
        <li key={factor.passkeyId ?? 'app'} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
          {factor.passkeyId === undefined ? (
            <Smartphone aria-hidden className="size-5 shrink-0 text-fg-muted" />
          ) : (
            <KeyRound aria-hidden className="size-5 shrink-0 text-fg-muted" />
          )}
          <div className="min-w-0 grow basis-40">
            <p className="font-semibold wrap-anywhere">{factor.label}</p>
            <p className="text-meta text-fg-muted">{describeFactor(factor)}</p>
          </div>
          {onRemove && (
            <Button
              variant="outline"
              size="sm"
              aria-label={`${COPY.remove.action} ${factor.label}`}
              onClick={() => onRemove(factor)}
            >
              {COPY.remove.action}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function describeFactor({ addedAt, lastUsedAt }: ListedFactor): string {
  const usage =
    lastUsedAt === null ? 'not used yet' : `last used ${formatRelative(lastUsedAt, new Date()).toLowerCase()}`;
  return `Added ${formatDate(addedAt)}, ${usage}`;
}
