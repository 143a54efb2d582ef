import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { newPasswordHint } from '@ringwell/domain/accounts/account-limits';

import type { User } from '../../api/types';
import { displayName } from '../../lib/format/format';
import { getFieldError } from '../../lib/messages/field-error';
import { useProduct } from '../../lib/product';
import { newPasswordSchema } from '../../lib/session/new-password';
import { useUser } from '../../lib/session/session';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { PasswordInput } from '../../ui/forms/password-input';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { useSetPassword } from './api';
import { USER_COPY } from './user-copy';

export function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const { passwordMinLength } = useProduct();
  const isSelf = useUser().id === user.id;
  const schema = z.object({ password: newPasswordSchema(passwordMinLength) });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
    mode: 'onTouched',
  });
  const setPassword = useSetPassword();
  const reason = getFieldError(setPassword.error, 'password');
  const submit = handleSubmit(({ password }) => setPassword.mutate({ id: user.id, password }, { onSuccess: onClose }));

  return (
    <FormDialog
      title={USER_COPY.password.title}
      description={
        isSelf
          ? 'You will be signed out everywhere else.'
          : `${displayName(user)} will be signed out everywhere and will choose a new password at the next sign-in.`
      }
      isSaving={setPassword.isPending}
      submitLabel={USER_COPY.password.title}
      savingLabel="Saving..."
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        label="New Password"
        hint={newPasswordHint(passwordMinLength)}
        error={formState.errors.password?.message ?? reason}
      >
        <PasswordInput {...register('password')} />
      </Field>
      {reason === undefined && <FormError error={setPassword.error} fallback={USER_COPY.password.failed} />}
    </FormDialog>
  );
}
