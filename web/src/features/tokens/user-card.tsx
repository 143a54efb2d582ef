import { ChevronDown, KeyRound, Plus, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

import type { BearerToken, UserWithTokens } from '../../api/types';
import { useNow } from '../../lib/browser/use-now';
import { COPY } from '../../lib/copy';
import { displayName, formatDate, plural } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { IconButton } from '../../ui/buttons/icon-button';
import { cx } from '../../ui/cx';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Tabs } from '../../ui/layout/tabs';
import { activationNote } from './activation-note';
import { EndpointList } from './endpoint-list';
import { tokenExpiration } from './expiration';
import { TOKEN_COPY } from './token-copy';

interface UserCardProps {
  user: UserWithTokens;
  onGenerate: () => void;
  onDelete: (token: BearerToken) => void;
}

export function UserCard({ user, onGenerate, onDelete }: UserCardProps): ReactNode {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const name = displayName(user);
  return (
    <div role="group" aria-label={name} className="rounded-card border bg-surface">
      <h2 className="font-sans">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full items-center gap-3 rounded-card p-4 text-left font-normal transition-colors hover:bg-sunken md:px-5"
        >
          <Avatar {...user} />
          <span className="flex min-w-0 grow flex-col gap-x-6 gap-y-2 md:flex-row md:items-center">
            <span className="min-w-0 grow">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              {user.email !== name && <span className="block text-fg-muted wrap-anywhere">{user.email}</span>}
            </span>
            <span className="flex shrink-0 flex-wrap items-center gap-1.5">
              <span className="mr-2 text-fg-muted">{plural(user.tokens.length, 'token')}</span>
              <Badge tone={user.isActive ? 'primary' : 'danger'}>
                {user.isActive ? TOKEN_COPY.active : TOKEN_COPY.inactive}
              </Badge>
              <Badge>{COPY.roles[user.role]}</Badge>
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={cx('size-5 shrink-0 text-fg-subtle transition-transform duration-200', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={id} className="border-t p-4 md:p-5">
          {user.status === null ? (
            <p className="text-fg-muted">{TOKEN_COPY.noAccount}</p>
          ) : (
            <>
              <GenerateRow user={user} onGenerate={onGenerate} />
              <Tabs
                label={`Tokens and endpoints for ${name}`}
                tabs={[
                  { id: 'tokens', label: 'Tokens', panel: <TokenList tokens={user.tokens} onDelete={onDelete} /> },
                  { id: 'endpoints', label: 'Endpoints', panel: <EndpointList userId={user.id} /> },
                ]}
              />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function GenerateRow({ user, onGenerate }: { user: UserWithTokens; onGenerate: () => void }): ReactNode {
  const note = activationNote(user);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <Button size="sm" onClick={onGenerate}>
        <Plus aria-hidden />
        {TOKEN_COPY.generate}
      </Button>
      {note && <p className="text-fg-muted">{note}</p>}
    </div>
  );
}

const UNUSED_AFTER_MS = 90 * 86_400_000;

interface TokenListProps {
  tokens: readonly BearerToken[];
  onDelete: (token: BearerToken) => void;
}

function TokenList({ tokens, onDelete }: TokenListProps): ReactNode {
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
  const expiration = tokenExpiration(expiresAt, now);
  const isUnused = now.getTime() - Date.parse(lastUsedAt ?? createdAt) > UNUSED_AFTER_MS;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={isActive ? 'primary' : 'plain'}>{isActive ? TOKEN_COPY.active : TOKEN_COPY.inactive}</Badge>
      {isReadOnly && <Badge>Read only</Badge>}
      {(isExpired || expiration.state === 'expired') && <Badge tone="danger">Expired</Badge>}
      {isUnused && <Badge tone="warning">Unused for 90 days</Badge>}
      {expiration.state === 'soon' && <Badge tone="warning">{expiration.warning}</Badge>}
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
