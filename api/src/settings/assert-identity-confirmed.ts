import { GUARDED_SETTINGS, type OwnerSetting, type SettingValues } from '@ringwell/domain/settings/settings';

import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import type { Principal } from '../auth/principal/principal';

type SensitiveSettings = Partial<Pick<SettingValues, OwnerSetting | (typeof GUARDED_SETTINGS)[number]>>;

/** Requires a recent sign-in for changes that redirect or delete calls. @throws AppError `REAUTHENTICATION_REQUIRED` */
export function assertIdentityConfirmed(
  principal: Principal,
  changes: SensitiveSettings,
  current: SensitiveSettings,
): void {
  const redirectsCalls = GUARDED_SETTINGS.some((name) => changes[name] !== undefined);
  const deletesData =
    isShorter(changes.recordingsRetentionDays, current.recordingsRetentionDays) ||
    isShorter(changes.transcriptsRetentionDays, current.transcriptsRetentionDays);
  if (redirectsCalls || deletesData) assertConfirmed(principal);
}

// Null keeps data forever.
function isShorter(days: number | null | undefined, current: number | null = null): boolean {
  return typeof days === 'number' && (current === null || days < current);
}
