import { KeyRound, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

import type { BearerToken } from '../../api/types';
import { useNow } from '../../lib/browser/use-now';
import { COPY } from '../../lib/copy';
import { formatDate } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { ButtonLink } from '../../ui/buttons/button';
import { IconButton } from '../../ui/buttons/icon-button';
import { Badge } from '../../ui/data/badge';
import { EmptyState } from '../../ui/feedback/empty-state';
import { tokenExpiry } from './expiry';
import { TOKEN_COPY } from './token-copy';

const UNUSED_MS = 90 * 86_400_000;

interface TokenListProps {
  tokens: readonly BearerToken[];
  onDelete: (token: BearerToken) => void;
}

export function TokenList({ tokens, onDelete }: TokenListProps): ReactNode {
  if (tokens.length === 0) {
    return (
      <EmptyState
        icon={<KeyRound />}
        title="No tokens yet"
        text="Generate one for each automation, so you can revoke them individually."
      >
        <ButtonLink href={PATHS.docs} target="_blank" rel="noopener" variant="outline">
          {COPY.nav.docs}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Tokens" className="divide-y">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} onDelete={() => onDelete(token)} />
      ))}
    </ul>
  );
}

function TokenRow({ token, onDelete }: { token: BearerToken; onDelete: () => void }): ReactNode {
  const { name, token: maskedToken, createdAt, lastUsedAt, expiresAt } = token;
  return (
    <li className="flex items-start gap-3 py-3.5 first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <TokenStatus token={token} />
        </div>
        <code className="font-mono text-fg-muted">{maskedToken}</code>
        <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-meta text-fg-subtle">
          <DateEntry term="Created">{formatDate(createdAt)}</DateEntry>
          <DateEntry term="Last used">{lastUsedAt === null ? 'Never' : formatDate(lastUsedAt)}</DateEntry>
          <DateEntry term="Expires">{expiresAt === null ? 'Never' : formatDate(expiresAt)}</DateEntry>
        </dl>
      </div>
      <IconButton label={`Delete token ${name}`} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function TokenStatus({ token }: { token: BearerToken }): ReactNode {
  const { isActive, isExpired, isReadOnly, expiresAt, lastUsedAt, createdAt } = token;
  const now = useNow();
  const expiry = tokenExpiry(expiresAt, now);
  const isUnused = now.getTime() - Date.parse(lastUsedAt ?? createdAt) > UNUSED_MS;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={isActive ? 'primary' : 'plain'}>{isActive ? TOKEN_COPY.active : TOKEN_COPY.inactive}</Badge>
      {isReadOnly && <Badge>{TOKEN_COPY.readOnly}</Badge>}
      {(isExpired || expiry.state === 'expired') && <Badge tone="danger">{TOKEN_COPY.expired}</Badge>}
      {isUnused && <Badge tone="warning">{TOKEN_COPY.unused}</Badge>}
      {expiry.state === 'soon' && <Badge tone="warning">{expiry.warning}</Badge>}
    </span>
  );
}

function DateEntry({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex gap-1">
      <dt>{term}</dt>
      <dd className="font-semibold text-fg-muted">{children}</dd>
    </div>
  );
}
