/** What happens to an inbox file once its call is stored. */
export const INBOX_AFTER = ['move', 'delete', 'leave'] as const;
export type InboxAfter = (typeof INBOX_AFTER)[number];

/** Maximum number of files per account to watch until they're complete. The folder may contain more. */
export const MAX_WATCHED_FILES = 500;

export interface RejectedFile {
  name: string;
  reason: string;
  /** ISO 8601. */
  at: string;
}
