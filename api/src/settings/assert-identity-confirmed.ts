import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import type { Principal } from '../auth/principal';

interface DangerousSettings {
  webhookUrl?: string | null;
  webhookSecret?: string | null;
  recordingsRetentionDays?: number | null;
  transcriptsRetentionDays?: number | null;
}

/**
 * Requires a recent sign-in for changes that redirect calls or delete some.
 * @throws AppError `REAUTHENTICATION_REQUIRED`
 */
export function assertIdentityConfirmed(
  principal: Principal,
  changes: DangerousSettings,
  current: DangerousSettings,
): void {
  const isSentElsewhere = changes.webhookUrl !== undefined || changes.webhookSecret !== undefined;
  const deletes =
    isShorter(changes.recordingsRetentionDays, current.recordingsRetentionDays) ||
    isShorter(changes.transcriptsRetentionDays, current.transcriptsRetentionDays);
  if (isSentElsewhere || deletes) assertConfirmed(principal);
}

// Null means forever.
function isShorter(days: number | null | undefined, current: number | null = null): boolean {
  return typeof days === 'number' && (current === null || days < current);
}
