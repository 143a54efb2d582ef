import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { ApiError } from '../../api/api-error';
import { getFieldError } from '../../lib/messages/field-error';
import { serverMessage } from '../../lib/messages/server-message';
import { useHasRole, useUser } from '../../lib/session/session';
import { signInProviderQuery } from '../../lib/session/sign-in-provider';
import { Button } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { mySessionsQuery, useChangeProfile } from './api';
import { PictureForm } from './picture-form';

const PasswordForm = lazyArea(
  async () => (await import('./password-form')).PasswordForm,
  <Skeleton className="h-72" label="Loading the password form" />,
);
const SessionList = lazyArea(
  async () => (await import('./session-list')).SessionList,
  <Skeleton className="h-32" label="Loading your sessions" />,
);
const Assistants = lazyArea(async () => (await import('./components/assistants')).Assistants);
const SecondFactorSection = lazyArea(
  async () => (await import('./second-factor/second-factor-section')).SecondFactorSection,
  <Skeleton className="h-24" label="Loading two-step verification" />,
);
const AlertSettings = lazyArea(
  async () => (await import('./alert-settings')).AlertSettings,
  <Skeleton className="h-32" label="Loading your alerts" />,
);

export function AccountPage(): ReactNode {
  const { id, status } = useUser();
  const { data, error, refetch } = useQuery(mySessionsQuery(id));
  const { data: provider } = useQuery(signInProviderQuery);
  if (error instanceof ApiError && error.code === 'IMPERSONATING') {
    return (
      <Card>
        <EmptyState icon={<Eye />} title="Not your account" text={serverMessage(error, '')} />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card title="Profile">
        <PictureForm />
        <ProfileForm />
      </Card>
      {provider?.localUrl !== null && (
        <Card title="Password">
          <PasswordForm />
        </Card>
      )}
      <Card title="Two-step verification" className="lg:col-span-2">
        <SecondFactorSection />
      </Card>
      {status === 'active' && (
        <Card title="Your alerts" className="lg:col-span-2">
          <AlertSettings />
        </Card>
      )}
      {status === 'active' && <Assistants scope="me" className="lg:col-span-2" />}
      <Card title="Where you're signed in" className="lg:col-span-2">
        {data ? (
          <SessionList sessions={data} />
        ) : (
          <LoadPlaceholder subject="your sessions" className="h-32" retry={error && refetch} />
        )}
      </Card>
    </div>
  );
}

function ProfileForm(): ReactNode {
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
      <Button type="submit" pending={change.isPending} pendingLabel="Saving..." className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
