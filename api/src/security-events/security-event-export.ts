import type { Stringifier } from 'csv-stringify';

import type { ListedSecurityEvent } from '@ringwell/database/accounts/security/security-events.repository';
import { describeSecurityEvent } from '@ringwell/domain/accounts/security-event-text';
import { createSpreadsheetTable, formatSpreadsheetTime } from '@ringwell/platform/spreadsheet';

const listColumns = (timeZone: string): string[] => [
  `Last time (${timeZone})`,
  `First time (${timeZone})`,
  'Times',
  'Kind',
  'Outcome',
  'What',
  'Code',
  'Name',
  'Email',
  'About',
  'About (email)',
  'Account',
  'Address',
  'Browser',
  'Route',
  'Entered email (hash)',
];

export const EXAMPLE_SECURITY_EVENT_TABLE =
  `${listColumns('America/New_York').join(',')}\r\n` +
  '2026-03-31 10:05:40,2026-03-31 10:05:00,12,sign_in,refused,Tried to sign in with an incorrect password.,WRONG_PASSWORD,,,' +
  'Dana Reyes,dana@reyes-hvac.example,,203.0.113.7,Mozilla/5.0,POST /api/login,\r\n';

export function createSecurityEventTable(timeZone: string): Stringifier {
  return createSpreadsheetTable(listColumns(timeZone));
}

export function toSecurityEventRow(event: ListedSecurityEvent, timeZone: string): (string | number | null)[] {
  return [
    formatSpreadsheetTime(event.createdAt, timeZone),
    formatSpreadsheetTime(event.firstAt, timeZone),
    event.count,
    event.kind,
    event.outcome,
    describeSecurityEvent(event),
    event.code,
    event.userName,
    event.userEmail,
    event.targetName,
    event.targetEmail,
    event.accountName,
    event.ipAddress,
    event.userAgent,
    event.route,
    event.emailHash,
  ];
}
