import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { newPasswordHint } from '@ringwell/domain/accounts/account-limits';

import { getFieldError } from '../../lib/messages/field-error';
import { useProduct } from '../../lib/product';
import { newPasswordSchema } from '../../lib/session/new-password';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { PasswordInput } from '../../ui/forms/password-input';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { useCreateUser } from './api';
import { RoleSelect } from './role-select';
import { USER_COPY } from './user-copy';
import { EMAIL, requiredName, ROLE } from './user-schema';

const createSchema = (passwordMinLength: number) =>
  z.object({
    email: EMAIL,
    firstName: requiredName(USER_COPY.invalid.firstName),
    lastName: requiredName(USER_COPY.invalid.lastName),
    password: newPasswordSchema(passwordMinLength),
    role: ROLE,
  });

type Values = z.infer<ReturnType<typeof createSchema>>;

const EMPTY_VALUES: Values = { email: '', firstName: '', lastName: '', password: '', role: 'user' };

export function CreateUserDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { passwordMinLength } = useProduct();
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(createSchema(passwordMinLength)),
    defaultValues: EMPTY_VALUES,
    mode: 'onTouched',
  });
  const create = useCreateUser();
  const reason = getFieldError(create.error, 'password');
  const submit = handleSubmit((values) => create.mutate(values, { onSuccess: onClose }));

  return (
    <FormDialog
      title={USER_COPY.create.title}
      description="The account starts as a demo account. Share the password with the user, who will choose a new one at the first sign-in."
      isSaving={create.isPending}
      submitLabel={USER_COPY.create.open}
      savingLabel="Creating..."
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Email" error={formState.errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" error={formState.errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="off" />
        </Field>
        <Field label="Last Name" error={formState.errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="off" />
        </Field>
      </div>
      <Field
        label="Password"
        hint={newPasswordHint(passwordMinLength)}
        error={formState.errors.password?.message ?? reason}
      >
        <PasswordInput {...register('password')} />
      </Field>
      <Field label="Role">
        <RoleSelect {...register('role')} />
      </Field>
      {reason === undefined && <FormError error={create.error} fallback={USER_COPY.create.failed} />}
    </FormDialog>
  );
}
