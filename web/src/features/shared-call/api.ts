import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';

export const sharedCallQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-call', token],
    queryFn: ({ signal }) => unwrap(api.GET('/api/shared/{token}', { params: { path: { token } }, signal })),
  });

/** Counts a link as opened in a browser. Link scanners don't run the page, so they aren't counted. */
export async function recordOpening(token: string): Promise<void> {
  await api.POST('/api/shared/{token}/opened', { params: { path: { token } } }).catch(() => undefined);
}

export const sharedAudioPath = (token: string): string => `/api/shared/${encodeURIComponent(token)}/audio`;
