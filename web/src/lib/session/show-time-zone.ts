import type { QueryClient } from '@tanstack/react-query';

import { myKey, userQuery } from './session';

/** Applies a new time zone of the account: all times are formatted in it, and dates of filters mean days in it. */
export function showTimeZone(client: QueryClient, accountId: string, timeZone: string | null): void {
  client.setQueryData(userQuery.queryKey, (user) => (user?.accountId === accountId ? { ...user, timeZone } : user));
  for (const dated of ['calls', 'happiness', 'bookings', 'usage'])
    void client.invalidateQueries({ queryKey: myKey(accountId, dated) });
}
