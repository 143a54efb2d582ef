import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import type { User } from '../../api/types';
import { EDIT_USER_WIDTH_PX } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { toast } from '../../lib/messages/toast-store';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { Switch } from '../../ui/forms/switch';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { useUpdateUser } from './api';
import { RoleSelect } from './role-select';
import { USER_COPY } from './user-copy';
import { EMAIL, OPTIONAL_NAME, ROLE } from './user-schema';

const schema = z.object({
  firstName: OPTIONAL_NAME,
  lastName: OPTIONAL_NAME,
  email: EMAIL,
  role: ROLE,
  isActive: z.boolean(),
});

// Some sign-in providers don't share an email address, so it's optional for those users.
const schemaWithoutEmail = z.extend(schema, { email: z.union([z.literal(''), EMAIL], COPY.invalid.email) });

type Values = z.infer<typeof schema>;

const { edit } = USER_COPY;

interface EditUserDialogProps {
  // Undefined if the user has since been deleted.
  user: User | undefined;
  onClose: () => void;
}

export function EditUserDialog({ user, onClose }: EditUserDialogProps): ReactNode {
  const [initialValues] = useState(() => getInitialValues(user));
  const { control, register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(user?.email === null ? schemaWithoutEmail : schema),
    defaultValues: initialValues,
    mode: 'onTouched',
  });
  const update = useUpdateUser();
  const submit = handleSubmit((values) => {
    if (!user) return toast({ title: COPY.error, description: edit.noneSelected, tone: 'danger' });
    update.mutate({ id: user.id, change: getChangedValues(initialValues, values) }, { onSuccess: onClose });
  });

  return (
    <FormDialog
      title={edit.title}
      width={EDIT_USER_WIDTH_PX}
      isSaving={update.isPending}
      submitLabel={edit.save}
      savingLabel={edit.saving}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="First Name" optional>
        <Input {...register('firstName')} autoComplete="off" />
      </Field>
      <Field label="Last Name" optional>
        <Input {...register('lastName')} autoComplete="off" />
      </Field>
      <Field label="Email" error={formState.errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="off" />
      </Field>
      <Field label="Role">
        <RoleSelect {...register('role')} />
      </Field>
      <Controller
        control={control}
        name="isActive"
        render={({ field: { value, onChange } }) => (
          <ActiveStatus isOn={value} onChange={onChange} billing={user?.billing ?? null} />
        )}
      />
      <FormError error={update.error} fallback={edit.failed} />
    </FormDialog>
  );
}

interface ActiveStatusProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  billing: User['billing'];
}

function ActiveStatus({ isOn, onChange, billing }: ActiveStatusProps): ReactNode {
  const note = billingNote(isOn, billing);
  const hints = note ? 'active-status-hint active-status-billing' : 'active-status-hint';
  return (
    <div className="flex items-center justify-between gap-4 rounded-control border px-4 py-3">
      <div>
        <label htmlFor="active-status" className="font-semibold">
          {edit.active}
        </label>
        <p id="active-status-hint" className="text-meta text-fg-subtle">
          {edit.activeHint}
        </p>
        {note && (
          <p id="active-status-billing" role="status" className="mt-1 text-meta text-fg-muted">
            {note}
          </p>
        )}
      </div>
      <Switch id="active-status" aria-describedby={hints} checked={isOn} onCheckedChange={onChange} />
    </div>
  );
}

// Sends only changed fields, because another administrator may have changed the others.
function getChangedValues(initial: Values, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[];
  return Object.fromEntries(names.filter((name) => values[name] !== initial[name]).map((name) => [name, values[name]]));
}

function billingNote(isOn: boolean, billing: User['billing']): string | undefined {
  if (billing === null || billing === 'canceling') return undefined;
  if (!isOn) return edit.billingPauses;
  if (billing === 'resuming') return edit.billingResuming;
  return billing === 'charged' ? undefined : edit.billingResumes;
}

function getInitialValues(user: User | undefined): Values {
  return {
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'user',
    isActive: user?.isActive ?? true,
  };
}
