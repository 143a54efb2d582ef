import { KeyRound, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { readStorage, writeStorage } from '../lib/browser/storage';
import { PATHS } from '../lib/paths';
import { useUser } from '../lib/session/session';
import { ButtonLink } from '../ui/buttons/button';
import { IconButton } from '../ui/buttons/icon-button';

// Holds the ID of the user who dismissed the notice in this tab.
const KEY = 'weak-password-notice';

/** Asks users with an easily guessed password to change it. */
export function WeakPasswordNotice(): ReactNode {
  const { id } = useUser();
  const [isHidden, setIsHidden] = useState(() => readStorage('sessionStorage', KEY) === id);
  if (isHidden) return null;
  const hide = (): void => {
    writeStorage('sessionStorage', KEY, id);
    setIsHidden(true);
  };
  return (
    <section
      aria-label="Your password"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-review-soft text-on-review-soft px-4 py-2 md:px-8 print:hidden"
    >
      <KeyRound aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 grow basis-64">
        Your password is easy to guess. Choose a longer one to protect your calls.
      </p>
      <ButtonLink to={PATHS.account} size="sm" variant="outline">
        Change Password
      </ButtonLink>
      <IconButton label="Not now" onClick={hide}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
