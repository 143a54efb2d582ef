import { useState, type FormEvent, type ReactNode } from 'react';

import { isAboutSession } from '../../../api/api-error';
import { serverMessage } from '../../../lib/server-message';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { useAddTerm, useCanAddTerm } from './use-corrections';

const { correction } = CALL_DETAILS_COPY;

interface CorrectionDialogProps {
  title: string;
  description: string;
  /** Label and first value of the words to replace, where the user enters them. */
  from?: { label: string; value: string };
  to: { label: string; value: string; isOptional?: boolean };
  save: (from: string, to: string) => Promise<unknown>;
  onClose: () => void;
}

// After saving, offers the corrected name as a new term of the account.
export function CorrectionDialog({ title, description, from, to, save, onClose }: CorrectionDialogProps): ReactNode {
  const [wrong, setWrong] = useState(from?.value ?? '');
  const [right, setRight] = useState(to.value);
  const [isSaving, setIsSaving] = useState(false);
  const [problems, setProblems] = useState<{ from?: string; to?: string; save?: string }>({});
  const [saved, setSaved] = useState<string>();
  const canAdd = useCanAddTerm();

  const submit = async (): Promise<void> => {
    const [oldWords, newWords] = [wrong.trim(), right.trim()];
    const missing = {
      ...(from && oldWords === '' && { from: correction.fromMissing }),
      ...(!to.isOptional && newWords === '' && { to: correction.toMissing }),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    setIsSaving(true);
    try {
      await save(oldWords, newWords);
      if (canAdd(newWords)) setSaved(newWords);
      else onClose();
    } catch (error) {
      setProblems({ save: isAboutSession(error) ? undefined : serverMessage(error, correction.failed) });
    } finally {
      setIsSaving(false);
    }
  };
  const close = (): void => {
    if (!isSaving) onClose();
  };

  if (saved !== undefined) return <TermOffer term={saved} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={close} title={title} description={description}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
        className="grid gap-4"
      >
        {from && (
          <Field label={from.label} error={problems.from}>
            {(wiring) => (
              <Input
                {...wiring}
                value={wrong}
                maxLength={100}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setWrong(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={to.label} optional={to.isOptional} error={problems.to}>
          {(wiring) => (
            <Input
              {...wiring}
              value={right}
              maxLength={from ? 100 : 200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setRight(event.target.value)}
            />
          )}
        </Field>
        {problems.save !== undefined && (
          <p role="alert" className="font-medium text-negative">
            {problems.save}
          </p>
        )}
        <DialogActions>
          <Button variant="outline" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" pending={isSaving} pendingLabel="Saving…">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function TermOffer({ term, onClose }: { term: string; onClose: () => void }): ReactNode {
  const add = useAddTerm();
  return (
    <Dialog open onOpenChange={onClose} title={correction.offer(term)} description={correction.offerText}>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Not now
        </Button>
        <Button
          pending={add.isPending}
          pendingLabel="Adding…"
          onClick={() => add.mutate(term, { onSuccess: onClose })}
          autoFocus
        >
          Add
        </Button>
      </DialogActions>
    </Dialog>
  );
}
