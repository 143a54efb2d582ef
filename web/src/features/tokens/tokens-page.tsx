import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { BearerToken, NewToken, UserWithTokens } from '../../api/types';
import { COPY } from '../../lib/copy';
import { PATHS } from '../../lib/paths';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { tokensQuery, useDeleteToken } from './api';
import { NewTokenDialog } from './new-token-dialog';
import { TOKEN_COPY } from './token-copy';
import { UserCard } from './user-card';

const GenerateTokenDialog = lazyPart(async () => (await import('./generate-token-dialog')).GenerateTokenDialog);

type OpenDialog =
  | { kind: 'generate'; user: UserWithTokens }
  | { kind: 'created'; token: NewToken }
  | { kind: 'delete'; token: BearerToken };

export function TokensPage(): ReactNode {
  const { data: users, isError, refetch } = useQuery(tokensQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  return (
    <div className="grid gap-3">
      {isError && <LoadFailed what={users ? 'the latest tokens' : 'the tokens'} onRetry={() => void refetch()} />}
      {users ? (
        <Users
          users={users}
          onGenerate={(user) => setDialog({ kind: 'generate', user })}
          onDelete={(token) => setDialog({ kind: 'delete', token })}
        />
      ) : (
        !isError && <Loading />
      )}
      {dialog?.kind === 'generate' && (
        <LazyPart onClose={close}>
          <GenerateTokenDialog
            user={dialog.user}
            onClose={close}
            onCreated={(token) => setDialog({ kind: 'created', token })}
          />
        </LazyPart>
      )}
      {dialog?.kind === 'created' && <NewTokenDialog token={dialog.token} onCopied={close} />}
      {dialog?.kind === 'delete' && <ConfirmDelete token={dialog.token} onClose={close} />}
    </div>
  );
}

interface UsersProps {
  users: readonly UserWithTokens[];
  onGenerate: (user: UserWithTokens) => void;
  onDelete: (token: BearerToken) => void;
}

function Users({ users, onGenerate, onDelete }: UsersProps): ReactNode {
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
    <ul aria-label="Users" className="grid gap-3">
      {users.map((user) => (
        <li key={user.id}>
          <UserCard user={user} onGenerate={() => onGenerate(user)} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  );
}

function ConfirmDelete({ token, onClose }: { token: BearerToken; onClose: () => void }): ReactNode {
  const { mutateAsync } = useDeleteToken();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone="danger"
      title="Delete token"
      question={TOKEN_COPY.confirmDelete(token.name)}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      onConfirm={() => mutateAsync(token.id)}
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
