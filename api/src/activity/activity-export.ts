import type { Stringifier } from 'csv-stringify';

import type { ActivityEntry } from '@ringwell/database/accounts/activity.repository';

import { spreadsheetTable, spreadsheetTime } from '../http/spreadsheet';

const COLUMNS = ['Time (UTC)', 'Action', 'Description', 'Name', 'Email', 'Address', 'Browser'];

export const EXAMPLE_TABLE =
  `${COLUMNS.join(',')}\r\n` +
  '2026-03-31 14:05:00,User created,Dana Reyes was created.,Alex Kim,admin@example.com,203.0.113.7,Mozilla/5.0\r\n';

export function activityTable(): Stringifier {
  return spreadsheetTable(COLUMNS);
}

export function activityRow(entry: ActivityEntry): (string | null)[] {
  const { createdAt, action, description, userName, userEmail, ipAddress, userAgent } = entry;
  return [spreadsheetTime(createdAt.toISOString()), action, description, userName, userEmail, ipAddress, userAgent];
}
