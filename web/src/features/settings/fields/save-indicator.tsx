import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { cx } from '../../../ui/cx';
import { Spinner } from '../../../ui/feedback/spinner';
import { ErrorText } from '../../../ui/forms/form-error';
import { useSettings } from '../settings-context';
import { SETTINGS_COPY } from '../settings-copy';
import type { SettingName } from './save-queue';

export function SaveIndicator({ names, className }: { names: readonly SettingName[]; className?: string }): ReactNode {
  const { state } = useSettings();
  const isSaving = names.some((name) => name in state.pending);
  const isSaved = !isSaving && names.some((name) => state.outcomes[name]?.kind === 'saved');
  return (
    <span
      role="status"
      className={cx('inline-flex h-5 shrink-0 items-center gap-1 text-meta font-semibold text-primary', className)}
    >
      {isSaving && <Spinner />}
      {isSaved && (
        <>
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
          {SETTINGS_COPY.saved}
        </>
      )}
    </span>
  );
}

// Shows the error for a setting that doesn't use `Field`.
export function SaveError({ message }: { message: string | undefined }): ReactNode {
  return <ErrorText message={message} className="mt-1.5" />;
}
