import { newPasswordHint } from '@ringwell/domain/accounts/account-limits';
import type { Config } from '@ringwell/platform/config/environment-settings';

import type { FormField } from './form-page';

export function newPasswordField(
  { PASSWORD_MIN_LENGTH }: Pick<Config, 'PASSWORD_MIN_LENGTH'>,
  name: string,
  label: string,
): FormField {
  return {
    name,
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: newPasswordHint(PASSWORD_MIN_LENGTH),
  };
}
