import type { QueryClient } from '@tanstack/react-query';

import { accountKey, userQuery } from './session';

/** Applies the account's new time zone to all displayed times and filter dates. */
export function showTimeZone(client: QueryClient, accountId: string, timeZone: string | null): void {
  client.setQueryData(userQuery.queryKey, (user) => (user?.accountId === accountId ? { ...user, timeZone } : user));
  for (const dataKind of ['calls', 'happiness', 'bookings', 'usage'])
    void client.invalidateQueries({ queryKey: accountKey(accountId, dataKind) });
  void client.invalidateQueries({ queryKey: ['admin', 'usage'] }); // usage days follow the administrator's account
}
