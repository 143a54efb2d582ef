import type { ListedSecurityEvent } from '@ringwell/database/accounts/security/security-events.repository';
import { describeSecurityEvent } from '@ringwell/domain/accounts/security-event-text';
import { formatSpreadsheetTime } from '@ringwell/platform/spreadsheet';

import { exampleExport, type ExportColumn } from '../http/export-pages';

export const securityEventColumns = (timeZone: string): ExportColumn<ListedSecurityEvent>[] => [
  [`Last time (${timeZone})`, ({ createdAt }) => formatSpreadsheetTime(createdAt, timeZone)],
  [`First time (${timeZone})`, ({ firstAt }) => formatSpreadsheetTime(firstAt, timeZone)],
  ['Times', ({ count }) => count],
  ['Kind', ({ kind }) => kind],
  ['Outcome', ({ outcome }) => outcome],
  ['What', describeSecurityEvent],
  ['Code', ({ code }) => code],
  ['Name', ({ userName }) => userName],
  ['Email', ({ userEmail }) => userEmail],
  ['About', ({ targetName }) => targetName],
  ['About (email)', ({ targetEmail }) => targetEmail],
  ['Account', ({ accountName }) => accountName],
  ['Address', ({ ipAddress }) => ipAddress],
  ['Browser', ({ userAgent }) => userAgent],
  ['Route', ({ route }) => route],
  ['Entered email (hash)', ({ emailHash }) => emailHash],
];

export const EXAMPLE_SECURITY_EVENT_TABLE = exampleExport(
  securityEventColumns,
  '2026-03-31 10:05:40,2026-03-31 10:05:00,12,sign_in,refused,Tried to sign in with an incorrect password.,WRONG_PASSWORD,,,' +
    'Dana Reyes,dana@reyes-hvac.example,,203.0.113.7,Mozilla/5.0,POST /api/login,',
);
