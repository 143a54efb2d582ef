import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';

export const sharedCallQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-call', token],
    queryFn: ({ signal }) => dataOf(api.GET('/api/shared/{token}', { params: { path: { token } }, signal })),
  });

/** Tells the link's owner that a browser opened it. Link scanners do not run the page, so they do not count. */
export async function recordOpening(token: string): Promise<void> {
  await api.POST('/api/shared/{token}/opened', { params: { path: { token } } }).catch(() => undefined);
}

export const sharedAudioPath = (token: string): string => `/api/shared/${encodeURIComponent(token)}/audio`;
