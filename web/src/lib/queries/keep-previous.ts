import type { QueryKey } from '@tanstack/react-query';

/** For `placeholderData`: shows the previous data while other data loads, but never another account's. */
export function keepPrevious(accountId: string) {
  return <Data>(previous: Data | undefined, query: { queryKey: QueryKey } | undefined): Data | undefined =>
    query?.queryKey[1] === accountId ? previous : undefined;
}
