import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { getFieldError } from '../../lib/messages/field-error';
import { useHasRole, useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';
import { ACCOUNT_COPY } from './account-copy';
import { useChangeProfile } from './api';

export function ProfileForm(): ReactNode {
  const user = useUser();
  const { register, handleSubmit } = useForm({
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', company: user.company ?? '' },
  });
  const [savedCompany, setSavedCompany] = useState(user.company ?? '');
  const canRename = useHasRole('manager');
  const change = useChangeProfile();
  // Sends the company only if it was changed here, because another owner or manager may have renamed it since.
  const submit = handleSubmit(({ company, ...names }) =>
    change.mutate(company === savedCompany ? names : { ...names, company }, {
      onSuccess: () => setSavedCompany(company),
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="First name" optional error={getFieldError(change.error, 'firstName')}>
        <Input {...register('firstName')} autoComplete="given-name" />
      </Field>
      <Field label="Last name" optional error={getFieldError(change.error, 'lastName')}>
        <Input {...register('lastName')} autoComplete="family-name" />
      </Field>
      <Field
        label="Company"
        optional
        hint={canRename ? undefined : 'Only owners and managers can change the company.'}
        error={getFieldError(change.error, 'company')}
      >
        <Input {...register('company')} readOnly={!canRename} autoComplete="organization" />
      </Field>
      {user.email !== null && (
        <p className="text-fg-muted">
          You sign in as <strong className="font-semibold break-words text-fg">{user.email}</strong>. Ask an
          administrator to change it.
        </p>
      )}
      <Button
        type="submit"
        pending={change.isPending}
        pendingLabel={ACCOUNT_COPY.profile.saving}
        className="justify-self-start"
      >
        {ACCOUNT_COPY.profile.save}
      </Button>
    </form>
  );
}
