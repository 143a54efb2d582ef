import { zodResolver } from '@hookform/resolvers/zod';
import { TriangleAlert } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import type { NewToken, UserWithTokens } from '../../api/types';
import { useConfirmLeave } from '../../lib/browser/use-confirm-leave';
import { displayName, getPageTimeZone } from '../../lib/format/format';
import { fromLocalInput, toLocalInput } from '../../lib/format/local-time';
import { Button } from '../../ui/buttons/button';
import { CopyButton } from '../../ui/buttons/copy-button';
import { Checkbox } from '../../ui/forms/checkbox';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { Dialog, DialogActions } from '../../ui/overlays/dialog';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { activationNote } from './activation-note';
import { useGenerateToken } from './api';
import { TOKEN_COPY } from './token-copy';

// `expiresAt` is the value of a datetime-local input in the page's time zone, or empty.
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Token name is required')),
  expiresAt: z.string().check(z.refine((input) => isInFuture(fromLocalInput(input)), TOKEN_COPY.expirationPast)),
  isReadOnly: z.boolean(),
});

/** Asks for the details of a token, creates it, and shows it once. */
export function GenerateTokenDialog({ user, onClose }: { user: UserWithTokens; onClose: () => void }): ReactNode {
  const { register, control, setValue, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', expiresAt: '', isReadOnly: false },
    mode: 'onTouched',
  });
  const expiresAt = useWatch({ control, name: 'expiresAt' });
  const expireInAYear = (): void =>
    setValue('expiresAt', toLocalInput(oneYearAfter(new Date()).toISOString()), { shouldValidate: true });
  const generate = useGenerateToken();
  const submit = handleSubmit(({ name, expiresAt: input, isReadOnly }) => {
    const expiration = fromLocalInput(input);
    generate.mutate({
      userId: user.id,
      name,
      ...(isReadOnly && { isReadOnly }),
      ...(expiration !== null && { expiresAt: expiration }),
    });
  });

  if (generate.data) return <NewTokenDialog token={generate.data} onCopied={onClose} />;

  return (
    <FormDialog
      title={TOKEN_COPY.generateTitle}
      description={[
        `For ${displayName(user)}. Anyone with the token can use this account's API.`,
        activationNote(user) ?? '',
      ].join(' ')}
      isSaving={generate.isPending}
      submitLabel={TOKEN_COPY.generate}
      savingLabel="Generating..."
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Token Name" error={formState.errors.name?.message}>
        <Input {...register('name')} autoComplete="off" placeholder={TOKEN_COPY.namePlaceholder} />
      </Field>
      <Field
        label="Expiration Date"
        optional
        hint={expiresAt === '' ? 'Never expires' : `Time zone: ${getPageTimeZone().replaceAll('_', ' ')}`}
        error={formState.errors.expiresAt?.message}
      >
        <Input {...register('expiresAt')} type="datetime-local" />
      </Field>
      {expiresAt === '' && (
        <Button variant="ghost" size="sm" className="-mt-2 -ml-3 justify-self-start" onClick={expireInAYear}>
          Expire in a year
        </Button>
      )}
      <Controller
        name="isReadOnly"
        control={control}
        render={({ field: { value, onChange } }) => (
          <Checkbox label={TOKEN_COPY.readOnlyHint} checked={value} onCheckedChange={onChange} />
        )}
      />
      <FormError error={generate.error} fallback={TOKEN_COPY.generateFailed} />
    </FormDialog>
  );
}

// Without a date, the token doesn't expire.
function isInFuture(iso: string | null): boolean {
  return iso === null || new Date(iso) > new Date();
}

function oneYearAfter(now: Date): Date {
  const date = new Date(now);
  date.setUTCFullYear(now.getUTCFullYear() + 1);
  return date;
}

// The token is never shown again, so only the button closes the dialog, and the browser asks before leaving.
function NewTokenDialog({ token: { name, token }, onCopied }: { token: NewToken; onCopied: () => void }): ReactNode {
  const valueRef = useRef<HTMLElement>(null);
  useConfirmLeave();
  return (
    <Dialog title={TOKEN_COPY.created}>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <div className="mt-2 flex items-start gap-3 rounded-control border bg-sunken p-3">
        <code ref={valueRef} className="grow font-mono break-all">
          {token}
        </code>
        <CopyButton text={token} subject="Token" textRef={valueRef} />
      </div>
      <p className="mt-4 flex items-start gap-2.5 rounded-control border border-transparent bg-warning-soft px-3 py-2.5 font-medium text-on-warning-soft">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {TOKEN_COPY.onlyOnce}
      </p>
      <DialogActions>
        <Button onClick={onCopied}>{TOKEN_COPY.copiedIt}</Button>
      </DialogActions>
    </Dialog>
  );
}
