import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';

import { ApiError } from '../../api/api-error';
import { serverMessage } from '../../lib/messages/server-message';
import { useUser } from '../../lib/session/session';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Unloaded } from '../../ui/feedback/unloaded';
import { Card } from '../../ui/layout/card';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { ACCOUNT_COPY } from './account-copy';
import { mySessionsQuery } from './api';
import { PictureForm } from './picture-form';
import { ProfileForm } from './profile-form';

const PasswordForm = lazyPart(async () => (await import('./password-form')).PasswordForm);
const SessionList = lazyPart(async () => (await import('./session-list')).SessionList);
const Assistants = lazyPart(async () => (await import('./components/assistants')).Assistants);
const SecondFactorSection = lazyPart(
  async () => (await import('./second-factor/second-factor-section')).SecondFactorSection,
);
const AlertSettings = lazyPart(async () => (await import('./alert-settings')).AlertSettings);

export function AccountPage(): ReactNode {
  const { id, status } = useUser();
  const { data, error, refetch } = useQuery(mySessionsQuery(id));
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
      <Card title={ACCOUNT_COPY.password.title}>
        <LazyPart fallback={<Skeleton className="h-72" label="Loading the password form" />}>
          <PasswordForm />
        </LazyPart>
      </Card>
      <Card title={ACCOUNT_COPY.secondFactor} className="lg:col-span-2">
        <LazyPart fallback={<Skeleton className="h-24" label="Loading two-step verification" />}>
          <SecondFactorSection />
        </LazyPart>
      </Card>
      {status === 'active' && (
        <Card title={ACCOUNT_COPY.alerts.title} className="lg:col-span-2">
          <LazyPart fallback={<Skeleton className="h-32" label="Loading your alerts" />}>
            <AlertSettings />
          </LazyPart>
        </Card>
      )}
      {status === 'active' && (
        <LazyPart>
          <Assistants of="me" className="lg:col-span-2" />
        </LazyPart>
      )}
      <Card title={ACCOUNT_COPY.sessions.title} className="lg:col-span-2">
        {data ? (
          <LazyPart fallback={<Skeleton className="h-32" label="Loading your sessions" />}>
            <SessionList sessions={data} />
          </LazyPart>
        ) : (
          <Unloaded what="your sessions" className="h-32" retry={error && refetch} />
        )}
      </Card>
    </div>
  );
}
