import { SECRET_SETTINGS, type SecretSetting } from '@ringwell/domain/settings/settings';

import { columnName } from './postgres/column-name';

const SETTINGS_CONTEXTS = Object.fromEntries(
  SECRET_SETTINGS.map((name) => [name, (accountId: string) => `account_settings.${columnName(name)}:${accountId}`]),
) as Record<SecretSetting, (accountId: string) => string>;

/**
 * The context that each sealed value is bound to: its column and row. A value copied to another row or column can't be
 * opened.
 */
export const SEALED_FIELDS = {
  callRecordingUrl: (callId: string): string => `calls.recording_url:${callId}`,
  callCallbackUrl: (callId: string): string => `calls.callback_url:${callId}`,
  ...SETTINGS_CONTEXTS,
  totpSecret: (userId: string): string => `totp_factors.secret:${userId}`,
  mailLink: (mailId: string): string => `mails.link:${mailId}`,
} as const;

/** A column with sealed values. The names must be constants, never user input. */
export interface SealedColumn {
  table: string;
  column: string;
  idColumn: string;
  getContext: (id: string) => string;
}

const callColumn = (column: string, getContext: SealedColumn['getContext']): SealedColumn => ({
  table: 'calls',
  column,
  idColumn: 'id',
  getContext,
});
const settingsColumn = (column: string, getContext: SealedColumn['getContext']): SealedColumn => ({
  table: 'account_settings',
  column,
  idColumn: 'account_id',
  getContext,
});

/** Every sealed column, for key rotation. Values in an unlisted column would be lost with the previous key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  callColumn('sealed_recording_url', SEALED_FIELDS.callRecordingUrl),
  callColumn('sealed_callback_url', SEALED_FIELDS.callCallbackUrl),
  ...SECRET_SETTINGS.map((name) => settingsColumn(`sealed_${columnName(name)}`, SEALED_FIELDS[name])),
  { table: 'totp_factors', column: 'sealed_secret', idColumn: 'user_id', getContext: SEALED_FIELDS.totpSecret },
  { table: 'mails', column: 'sealed_link', idColumn: 'id', getContext: SEALED_FIELDS.mailLink },
];
