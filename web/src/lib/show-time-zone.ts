import type { QueryClient } from '@tanstack/react-query';

import { myKey, userQuery } from './session';

/** Shows a new time zone of the account: all times are formatted in it, and dates of filters mean days in it. */
export function showTimeZone(client: QueryClient, userId: string, timeZone: string | null): void {
  client.setQueryData(userQuery.queryKey, (user) => (user?.id === userId ? { ...user, timeZone } : user));
  void client.invalidateQueries({ queryKey: myKey(userId, 'calls') });
}
