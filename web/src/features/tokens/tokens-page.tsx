import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { BearerToken, UserWithTokens } from '../../api/types';
import { COPY } from '../../lib/copy';
import { displayName, plural } from '../../lib/format/format';
import { matchesUser } from '../../lib/format/user-list';
import { PATHS } from '../../lib/paths';
import { runAfterConfirmation } from '../../lib/session/identity-confirmation';
import { ButtonLink } from '../../ui/buttons/button';
import { Pager, usePages } from '../../ui/data/pager';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Options, Select } from '../../ui/forms/input';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { tokensQuery, useDeleteToken } from './api';
import { TOKEN_COPY } from './token-copy';
import { UserCard } from './user-card';

const ConfirmDialog = lazyArea(async () => (await import('../../ui/overlays/confirm-dialog')).ConfirmDialog);
const GenerateTokenDialog = lazyArea(async () => (await import('./generate-token-dialog')).GenerateTokenDialog);

type OpenDialog = { kind: 'generate'; user: UserWithTokens } | { kind: 'delete'; token: BearerToken };

export function TokensPage(): ReactNode {
  const { data: users, isError, refetch } = useQuery(tokensQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  return (
    <div className="grid gap-3">
      {isError && <LoadFailed subject={users ? 'the latest tokens' : 'the tokens'} onRetry={() => void refetch()} />}
      {users ? (
        <Users
          users={users}
          onGenerate={(user) => void runAfterConfirmation(() => setDialog({ kind: 'generate', user }))}
          onDelete={(token) => setDialog({ kind: 'delete', token })}
        />
      ) : (
        !isError && <Loading />
      )}
      {dialog?.kind === 'generate' && <GenerateTokenDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'delete' && <ConfirmDelete token={dialog.token} onClose={close} />}
    </div>
  );
}

// The API lists the newest users first, and sorting is stable.
const TOKEN_ORDERS = {
  newest: { label: 'Newest first', compare: () => 0 },
  name: {
    label: 'Name',
    compare: (a, b) => displayName(a).localeCompare(displayName(b), 'en', { sensitivity: 'base' }),
  },
  tokens: { label: 'Most tokens', compare: (a, b) => b.tokens.length - a.tokens.length },
} as const satisfies Record<string, { label: string; compare: (a: UserWithTokens, b: UserWithTokens) => number }>;

type TokenOrder = keyof typeof TOKEN_ORDERS;

interface UsersProps {
  users: readonly UserWithTokens[];
  onGenerate: (user: UserWithTokens) => void;
  onDelete: (token: BearerToken) => void;
}

function Users({ users, onGenerate, onDelete }: UsersProps): ReactNode {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<TokenOrder>('newest');
  const matchingUsers = users.filter((user) => matchesUser(user, search)).toSorted(TOKEN_ORDERS[order].compare);
  const pages = usePages(matchingUsers, `${search} ${order}`);
  if (users.length === 0) {
    return (
      <Card>
        <EmptyState icon={<UserPlus />} title={COPY.users.empty} text="Create a user first.">
          <ButtonLink to={PATHS.users}>{COPY.nav.users}</ButtonLink>
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={COPY.users.search} value={search} onChange={setSearch} />
        <Select
          aria-label="Sort by"
          value={order}
          onChange={(event) => setOrder(event.target.value as TokenOrder)}
          className="max-sm:grow"
        >
          <Options of={Object.entries(TOKEN_ORDERS).map(([name, { label }]) => [name, label])} />
        </Select>
        <p role="status" className="text-fg-muted">
          {matchingUsers.length === 0 ? COPY.users.empty : plural(matchingUsers.length, 'user')}
        </p>
      </div>
      <ul aria-label="Users" className="grid gap-3">
        {pages.rows?.map((user) => (
          <li key={user.id}>
            <UserCard user={user} onGenerate={() => onGenerate(user)} onDelete={onDelete} />
          </li>
        ))}
      </ul>
      <Pager {...pages} />
    </>
  );
}

function ConfirmDelete({ token, onClose }: { token: BearerToken; onClose: () => void }): ReactNode {
  const { mutateAsync } = useDeleteToken();
  return (
    <ConfirmDialog
      onClose={onClose}
      tone="danger"
      title="Delete token"
      question={TOKEN_COPY.confirmDelete(token.name)}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      onConfirm={() => mutateAsync(token.id)}
      failure={TOKEN_COPY.deleteFailed}
    />
  );
}

function Loading(): ReactNode {
  return (
    <div role="status" className="grid gap-3">
      <Skeleton className="h-19 rounded-card" label="Loading tokens" />
      <Skeleton className="h-19 rounded-card" />
      <Skeleton className="h-19 rounded-card" />
    </div>
  );
}
