import { useQuery } from '@tanstack/react-query';
import { UserPlus, UserSearch } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { User } from '../../api/types';
import { COPY } from '../../lib/copy';
import { plural } from '../../lib/format/format';
import { matchesUser, sortUsers, USER_ORDERS, type UserOrder } from '../../lib/format/user-list';
import { runAfterConfirmation } from '../../lib/session/identity-confirmation';
import { Button } from '../../ui/buttons/button';
import { DataTable } from '../../ui/data/data-table';
import { Pager, usePages } from '../../ui/data/pager';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { Options, Select } from '../../ui/forms/input';
import { SearchBox } from '../../ui/forms/search-box';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { usersQuery } from './api';
import { USER_TABLE_MIN_PX, userColumns } from './user-columns';
import { USER_COPY } from './user-copy';
import type { OpenDialog } from './user-dialogs';

const UserDialogs = lazyArea(async () => (await import('./user-dialogs')).UserDialogs);

type RoleFilter = 'all' | User['role'];

export function UsersPage(): ReactNode {
  const { data: users, isError, refetch } = useQuery(usersQuery);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<RoleFilter>('all');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [order, setOrder] = useState<UserOrder>('newest');
  const matchingUsers =
    users &&
    sortUsers(
      users.filter((user) => (role === 'all' || user.role === role) && matchesUser(user, search)),
      order,
    );
  const pages = usePages(matchingUsers, `${search} ${role} ${order}`);
  const openCreateDialog = (): void => void runAfterConfirmation(() => setDialog({ kind: 'create' }));
  const close = (): void => setDialog(null);
  const clearFilters = (): void => {
    setSearch('');
    setRole('all');
  };

  return (
    <Card>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <SearchBox label={COPY.users.search} value={search} onChange={setSearch} />
        <Select
          aria-label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value as RoleFilter)}
          className="max-sm:grow"
        >
          <option value="all">All Roles</option>
          <option value="admin">{COPY.roles.admin}</option>
          <option value="user">{COPY.roles.user}</option>
        </Select>
        <OrderSelect value={order} onChange={setOrder} />
        <p role="status" className="text-fg-muted">
          {matchingUsers ? plural(matchingUsers.length, 'user') : !isError && COPY.users.loading}
        </p>
        <Button onClick={openCreateDialog} className="max-sm:w-full sm:ml-auto">
          <UserPlus aria-hidden />
          {USER_COPY.create.open}
        </Button>
      </div>
      {isError && !users ? (
        <LoadFailed subject="users" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Users"
          columns={userColumns((user, kind) => setDialog({ kind, userId: user.id }))}
          rows={pages.rows}
          rowKey={({ id }) => id}
          loadingText={COPY.users.loading}
          cardBreakpointPx={USER_TABLE_MIN_PX}
          empty={
            <EmptyState
              icon={<UserSearch />}
              title={COPY.users.empty}
              text="No names or emails match your search and role."
            >
              <Button variant="outline" onClick={clearFilters}>
                Clear search
              </Button>
              <Button onClick={openCreateDialog}>{USER_COPY.create.open}</Button>
            </EmptyState>
          }
        />
      )}
      <Pager {...pages} />
      {dialog && <UserDialogs dialog={dialog} users={users ?? []} onClose={close} />}
    </Card>
  );
}

function OrderSelect({ value, onChange }: { value: UserOrder; onChange: (order: UserOrder) => void }): ReactNode {
  return (
    <Select
      aria-label="Sort by"
      value={value}
      onChange={(event) => onChange(event.target.value as UserOrder)}
      className="max-sm:grow"
    >
      <Options of={Object.entries(USER_ORDERS).map(([order, { label }]) => [order, label])} />
    </Select>
  );
}
