import type { ActivityEntry } from '@ringwell/database/accounts/security/activity.repository';
import { formatSpreadsheetTime } from '@ringwell/platform/spreadsheet';

import { exampleExport, type ExportColumn } from '../http/export-pages';

export const activityColumns = (timeZone: string): ExportColumn<ActivityEntry>[] => [
  [`Time (${timeZone})`, ({ createdAt }) => formatSpreadsheetTime(createdAt, timeZone)],
  ['Action', ({ action }) => action],
  ['Description', ({ description }) => description],
  ['Name', ({ userName }) => userName],
  ['Email', ({ userEmail }) => userEmail],
  ['Address', ({ ipAddress }) => ipAddress],
  ['Browser', ({ userAgent }) => userAgent],
];

export const EXAMPLE_ACTIVITY_TABLE = exampleExport(
  activityColumns,
  '2026-03-31 10:05:00,User created,Dana Reyes was created.,Alex Kim,admin@example.com,203.0.113.7,Mozilla/5.0',
);
