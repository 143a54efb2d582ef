import { api } from '../../api/client';
import { getQuery } from '../../lib/queries/get-query';

export const sharedCallQuery = (token: string) =>
  getQuery(['shared-call', token], '/api/shared/{token}', { path: { token } });

/** Counts a link as opened in a browser. Link scanners don't run the page, so they aren't counted. */
export async function recordOpening(token: string): Promise<void> {
  await api.POST('/api/shared/{token}/opened', { params: { path: { token } } }).catch(() => undefined);
}

export const sharedAudioPath = (token: string): string => `/api/shared/${encodeURIComponent(token)}/audio`;
