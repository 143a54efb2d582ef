import { api, unwrap } from '../../../api/client';
import type { ApiQuery, RetentionPreview } from '../../../api/types';

/**
 * Counts the calls that would lose their recording or transcript.
 * @param userId the account an administrator is editing. Defaults to the user's own.
 */
export function previewRetention(
  userId: string | undefined,
  query: ApiQuery<'/api/my/settings/retention-preview'>,
): Promise<RetentionPreview> {
  return unwrap(
    userId === undefined
      ? api.GET('/api/my/settings/retention-preview', { params: { query } })
      : api.GET('/api/account/settings/admin/{userId}/retention-preview', { params: { path: { userId }, query } }),
  );
}
