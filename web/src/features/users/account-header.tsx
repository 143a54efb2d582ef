import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import type { User } from '../../api/types';
import { COPY } from '../../lib/copy';
import { formatDate } from '../../lib/format/format';
import { PATHS, userAccountPath } from '../../lib/paths';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { usersQuery } from './api';
import { Identity, UserBadges } from './user-columns';
import type { OpenDialog } from './user-dialogs';
import { UserMenu } from './user-menu';

const UserDialogs = lazyArea(async () => (await import('./user-dialogs')).UserDialogs);

interface AccountHeaderProps {
  userId: string;
  children: (user: User) => ReactNode;
}

/** Shows a user, a menu of actions and `children`, or an error if the user doesn't exist. */
export function AccountHeader({ userId, children }: AccountHeaderProps): ReactNode {
  const { data: users, isError, refetch } = useQuery(usersQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  const user = users?.find(({ id }) => id === userId);
  if (users === undefined)
    return <LoadPlaceholder subject="the account" className="h-28 rounded-card" retry={isError && refetch} />;
  return (
    <>
      <Card>
        {user ? (
          <>
            <div className="flex flex-wrap items-center justify-between gap-4">
              <Identity user={user} />
              <div className="flex items-center gap-3">
                <UserBadges user={user} />
                <UserMenu user={user} onSelect={(kind) => setDialog({ kind, userId })} />
              </div>
            </div>
            <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
              <Fact term="Role">{COPY.roles[user.role]}</Fact>
              <Fact term="Company">{user.company ?? 'N/A'}</Fact>
              <Fact term="Created">{formatDate(user.createdAt)}</Fact>
              <Fact term="Activated">{formatDate(user.activatedAt)}</Fact>
              <Fact term="Password">{user.hasPassword ? 'Set' : 'None'}</Fact>
            </dl>
            <OtherAccounts user={user} />
          </>
        ) : (
          <EmptyState icon={<UserX />} title="User not found" text="It may have been deleted.">
            <ButtonLink to={PATHS.users}>{COPY.nav.users}</ButtonLink>
          </EmptyState>
        )}
      </Card>
      {user && children(user)}
      {dialog && <UserDialogs dialog={dialog} users={users} onClose={close} />}
    </>
  );
}

// Links to accounts whose settings, tokens and usage are on another user's page.
function OtherAccounts({ user }: { user: User }): ReactNode {
  const otherAccounts = user.accounts.filter(({ ownerId }) => ownerId !== user.id);
  if (otherAccounts.length === 0) return null;
  return (
    <ul aria-label="Member of" className="mt-4 grid gap-1 border-t pt-4">
      {otherAccounts.map(({ ownerId, name, role }) => (
        <li key={`${ownerId} ${name}`} className="wrap-anywhere">
          {COPY.memberRoles[role]} in the account{' '}
          <Link to={userAccountPath(ownerId)} className="font-medium text-primary underline underline-offset-4">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-meta text-fg-subtle">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
