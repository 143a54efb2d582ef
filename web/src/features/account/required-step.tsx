import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { CurrentUser } from '../../api/types';
import { useDocumentTitle } from '../../lib/browser/use-document-title';
import { userQuery, useSignOut } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Skeleton } from '../../ui/feedback/skeleton';
import { CenteredPage } from '../../ui/layout/centered-page';
import { LazyPart, lazyPart } from '../../ui/lazy-part';

const PasswordForm = lazyPart(async () => (await import('./password-form')).PasswordForm);
const SecondFactorSection = lazyPart(
  async () => (await import('./second-factor/second-factor-section')).SecondFactorSection,
);

interface RequiredStepProps {
  step: NonNullable<CurrentUser['requiredStep']>;
}

const TEXTS = {
  change_password: {
    title: 'Choose your own password',
    text: 'Your current password was set by someone else. Only you should know it, so please replace it.',
  },
  set_up_second_factor: {
    title: 'Set up a second step',
    text: "Administrators can see every account, so a password alone isn't enough. Choose a second step to continue.",
  },
} as const satisfies Record<RequiredStepProps['step'], { title: string; text: string }>;

/** Replaces every page until the user completes the step that the session requires. */
export function RequiredStep({ step }: RequiredStepProps): ReactNode {
  const { title, text } = TEXTS[step];
  const client = useQueryClient();
  const signOut = useSignOut();
  useDocumentTitle(title);
  return (
    <CenteredPage>
      <div className="w-full max-w-[26rem] rounded-card border bg-surface p-6 shadow-raised sm:p-8">
        <h1 className="text-h2 tracking-tight">{title}</h1>
        <p className="mt-2 mb-6 text-fg-muted">{text}</p>
        <LazyPart fallback={<Skeleton className="h-40" label="Loading" />}>
          {step === 'change_password' ? (
            <PasswordForm />
          ) : (
            <SecondFactorSection onTurnedOn={() => void client.invalidateQueries({ queryKey: userQuery.queryKey })} />
          )}
        </LazyPart>
        <Button variant="ghost" className="mt-4" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </CenteredPage>
  );
}
