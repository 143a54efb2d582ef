import type { QueryClient } from '@tanstack/react-query';

import { myKey, userQuery } from './session';

/** Applies a new time zone of the account to all displayed times and to the dates of filters. */
export function showTimeZone(client: QueryClient, accountId: string, timeZone: string | null): void {
  client.setQueryData(userQuery.queryKey, (user) => (user?.accountId === accountId ? { ...user, timeZone } : user));
  for (const dated of ['calls', 'happiness', 'bookings', 'usage'])
    void client.invalidateQueries({ queryKey: myKey(accountId, dated) });
  void client.invalidateQueries({ queryKey: ['admin', 'usage'] }); // its days are those of the administrator's account
}
