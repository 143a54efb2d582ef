/** What happens to an inbox file once its call is stored. */
export const INBOX_AFTER = ['move', 'delete', 'leave'] as const;
export type InboxAfter = (typeof INBOX_AFTER)[number];

/** Maximum number of an account's files that are watched until they are complete. The folder may contain more. */
export const MAX_WATCHED_FILES = 500;

export interface RefusedFile {
  name: string;
  reason: string;
  /** ISO 8601. */
  at: string;
}
