import type { SettingDefinition } from '@ringwell/domain/settings/setting-kinds';
import { SETTINGS, type SettingValues } from '@ringwell/domain/settings/settings';

import type { AccountSettings } from '../api/types';

// A new account's settings.
const DEFAULTS = Object.fromEntries(
  Object.entries<SettingDefinition>(SETTINGS).map(([name, definition]) => [name, getDefault(definition)]),
) as SettingValues;

function getDefault(definition: SettingDefinition): unknown {
  if ('default' in definition) return definition.default;
  if ('preset' in definition) return definition.preset;
  return definition.kind === 'text' || definition.kind === 'number' ? null : [];
}

export const ACCOUNT_SETTINGS: AccountSettings = {
  ...DEFAULTS,
  id: 's1',
  userId: 'account-u1',
  timeZone: 'America/New_York',
  emailEnabled: true,
  emailLabels: {},
  unconfirmedAddresses: {},
  lastPolledAt: null,
  storedBytes: 3_650_722_201,
  storageLimitBytes: null,
  installationRecordingsDays: null,
  installationTranscriptsDays: null,
  hasWriter: true,
  stripeSubscriptionId: null,
  stripeCustomerId: null,
  createdAt: '2026-01-02T10:00:00.000Z',
  updatedAt: '2026-01-02T10:00:00.000Z',
};
