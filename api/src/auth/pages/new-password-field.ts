import { MIN_PASSWORD_LENGTH } from '@ringwell/domain/account-limits';

import type { FormField } from './form-page';

export function newPasswordField(name: string, label: string): FormField {
  return {
    name,
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${MIN_PASSWORD_LENGTH} characters.`,
  };
}
