import type { ReactNode } from 'react';

import type { CurrentUser } from '../../api/types';
import { useSignOut } from '../../lib/session';
import { useDocumentTitle } from '../../lib/use-document-title';
import { Button } from '../../ui/buttons/button';
import { CenteredPage } from '../../ui/layout/centered-page';
import { PasswordForm } from './password-form';

interface RequiredStepProps {
  step: NonNullable<CurrentUser['requiredStep']>;
}

const TEXTS = {
  change_password: {
    title: 'Choose your own password',
    text: 'Your current password was set by someone else. Only you should know it, so please replace it.',
  },
} as const satisfies Record<RequiredStepProps['step'], { title: string; text: string }>;

/** Takes the place of every page until the user has done what the session needs first. */
export function RequiredStep({ step }: RequiredStepProps): ReactNode {
  const { title, text } = TEXTS[step];
  const signOut = useSignOut();
  useDocumentTitle(title);
  return (
    <CenteredPage>
      <div className="w-full max-w-[26rem] rounded-card border bg-surface p-6 shadow-raised sm:p-8">
        <h1 className="text-h2 tracking-tight">{title}</h1>
        <p className="mt-2 mb-6 text-fg-muted">{text}</p>
        <PasswordForm />
        <Button variant="ghost" className="mt-4" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </CenteredPage>
  );
}
