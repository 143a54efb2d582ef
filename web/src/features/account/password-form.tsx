import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { newPasswordHint } from '@ringwell/domain/accounts/account-limits';

import { getFieldError } from '../../lib/messages/field-error';
import { useProduct } from '../../lib/product';
import { newPasswordSchema } from '../../lib/session/new-password';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { PasswordInput } from '../../ui/forms/password-input';
import { ACCOUNT_COPY } from './account-copy';
import { useChangePassword } from './api';

const EMPTY_FIELDS = { currentPassword: '', newPassword: '' };

const optionalPassword = z.string();
const requiredPassword = z.string().check(z.minLength(1, ACCOUNT_COPY.password.missing));

// Users who sign in through a provider may have no password yet.
export function PasswordForm(): ReactNode {
  const { email, hasPassword } = useUser();
  const { passwordMinLength } = useProduct();
  const schema = z.object({
    currentPassword: hasPassword ? requiredPassword : optionalPassword,
    newPassword: newPasswordSchema(passwordMinLength),
  });
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: EMPTY_FIELDS,
  });
  const change = useChangePassword();
  const submit = handleSubmit(({ currentPassword, newPassword }) =>
    change.mutate({ newPassword, ...(hasPassword && { currentPassword }) }, { onSuccess: () => reset(EMPTY_FIELDS) }),
  );
  const errorFor = (field: keyof typeof EMPTY_FIELDS): string | undefined =>
    formState.errors[field]?.message ?? getFieldError(change.error, field);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {/* Password managers read the username from this field. */}
      <input type="text" autoComplete="username" defaultValue={email ?? ''} readOnly hidden />
      {hasPassword && (
        <Field label="Current password" error={errorFor('currentPassword')}>
          <Input {...register('currentPassword')} type="password" autoComplete="current-password" />
        </Field>
      )}
      <Field label="New password" hint={newPasswordHint(passwordMinLength)} error={errorFor('newPassword')}>
        <PasswordInput {...register('newPassword')} />
      </Field>
      {errorFor('currentPassword') === undefined && errorFor('newPassword') === undefined && (
        <FormError error={change.error} fallback={ACCOUNT_COPY.password.failed} />
      )}
      <Button type="submit" pending={change.isPending} pendingLabel="Saving..." className="justify-self-start">
        {hasPassword ? 'Change Password' : 'Set Password'}
      </Button>
    </form>
  );
}
