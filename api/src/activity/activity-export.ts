import type { Stringifier } from 'csv-stringify';

import type { ActivityEntry } from '@ringwell/database/accounts/security/activity.repository';
import { createSpreadsheetTable, formatSpreadsheetTime } from '@ringwell/platform/spreadsheet';

const columnTitles = (timeZone: string): string[] => [
  `Time (${timeZone})`,
  'Action',
  'Description',
  'Name',
  'Email',
  'Address',
  'Browser',
];

export const EXAMPLE_ACTIVITY_TABLE =
  `${columnTitles('America/New_York').join(',')}\r\n` +
  '2026-03-31 10:05:00,User created,Dana Reyes was created.,Alex Kim,admin@example.com,203.0.113.7,Mozilla/5.0\r\n';

export function createActivityTable(timeZone: string): Stringifier {
  return createSpreadsheetTable(columnTitles(timeZone));
}

export function toActivityRow(entry: ActivityEntry, timeZone: string): (string | null)[] {
  const { createdAt, action, description, userName, userEmail, ipAddress, userAgent } = entry;
  return [formatSpreadsheetTime(createdAt, timeZone), action, description, userName, userEmail, ipAddress, userAgent];
}
