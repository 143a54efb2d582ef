import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';

import { ApiError } from '../../api/api-error';
import { serverMessage } from '../../lib/messages/server-message';
import { useUser } from '../../lib/session/session';
import { signInProviderQuery } from '../../lib/session/sign-in-provider';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { ACCOUNT_COPY } from './account-copy';
import { mySessionsQuery } from './api';
import { PictureForm } from './picture-form';
import { ProfileForm } from './profile-form';

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
      <Card title={ACCOUNT_COPY.profile.title}>
        <PictureForm />
        <ProfileForm />
      </Card>
      {provider?.localUrl !== null && (
        <Card title={ACCOUNT_COPY.password.title}>
          <PasswordForm />
        </Card>
      )}
      <Card title={ACCOUNT_COPY.secondFactor} className="lg:col-span-2">
        <SecondFactorSection />
      </Card>
      {status === 'active' && (
        <Card title={ACCOUNT_COPY.alerts.title} className="lg:col-span-2">
          <AlertSettings />
        </Card>
      )}
      {status === 'active' && <Assistants scope="me" className="lg:col-span-2" />}
      <Card title={ACCOUNT_COPY.sessions.title} className="lg:col-span-2">
        {data ? (
          <SessionList sessions={data} />
        ) : (
          <LoadPlaceholder subject="your sessions" className="h-32" retry={error && refetch} />
        )}
      </Card>
    </div>
  );
}
