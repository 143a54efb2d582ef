import type { RequiredStep } from '@ringwell/domain/accounts/required-step';
import type { Config } from '@ringwell/platform/config/environment-settings';

interface SessionState {
  mustChangePassword: boolean;
  isUnprotectedAdministrator: boolean;
}

export function findRequiredStep(
  { mustChangePassword, isUnprotectedAdministrator }: SessionState,
  { ADMIN_SECOND_FACTOR, LOCAL_SIGN_IN }: Pick<Config, 'ADMIN_SECOND_FACTOR' | 'LOCAL_SIGN_IN'>,
): RequiredStep | null {
  if (mustChangePassword) return 'change_password';
  const isFactorRequired = ADMIN_SECOND_FACTOR === 'required' && LOCAL_SIGN_IN === 'on';
  return isFactorRequired && isUnprotectedAdministrator ? 'set_up_second_factor' : null;
}
