import type { ReactNode } from 'react';

import { OUTCOME_NAMES } from '@ringwell/domain/calls/booking';
import { EDITABLE_FIELDS, type EditableField } from '@ringwell/domain/calls/word-edits';

import type { FullCall } from '../../../api/types';
import { formatDateTime } from '../../../lib/format/format';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { useHasRole } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { useIsSavingWords } from './api';
import { useEditWords } from './use-words';
import { getOriginalValue, WORDS_COPY as copy } from './words-copy';

/** Shows who edited a call and when, and lets users restore the original. */
export function WordsHistory({ call, words }: { call: FullCall; words: NonNullable<FullCall['words']> }): ReactNode {
  const [latestEdit] = words.edits;
  if (!latestEdit) return null;
  return (
    <details className="mt-2 text-meta print:hidden">
      <summary className="w-fit cursor-pointer py-1 text-fg-muted underline-offset-4 hover:underline pointer-coarse:py-3">
        {copy.edited(latestEdit.editedBy, formatDateTime(latestEdit.editedAt))}
      </summary>
      <ol className="mt-1 grid gap-3 border-l pl-3">
        {words.edits.map(({ field, text, editedBy, editedAt }) => (
          <li key={`${field} ${editedAt}`}>
            <p className="text-fg-muted">
              {copy.entry(editedBy, formatDateTime(editedAt))}: {copy.fields[field]}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">
              {text === null ? copy.restored : formatField(field, text)}
            </p>
          </li>
        ))}
        {EDITABLE_FIELDS.map((field) => {
          const original = getOriginalValue(words, field);
          return original === null ? null : <OriginalValue key={field} call={call} field={field} text={original} />;
        })}
      </ol>
    </details>
  );
}

function OriginalValue({ call, field, text }: { call: FullCall; field: EditableField; text: string }): ReactNode {
  const canEdit = useHasRole('member');
  const restore = useEditWords(call);
  const isSaving = useIsSavingWords();
  return (
    <li>
      <p className="text-fg-muted">{copy.original(copy.fields[field])}</p>
      <p className="wrap-anywhere whitespace-pre-line">{text === '' ? copy.none : formatField(field, text)}</p>
      {canEdit && (
        <Button
          variant="outline"
          size="sm"
          className="mt-1.5"
          disabled={isSaving && !restore.isPending}
          pending={restore.isPending}
          pendingLabel="Restoring…"
          onClick={() =>
            restore.mutate(
              { [field]: null },
              {
                onError: (error) => toastServerMessage(error, copy.restoreFailed),
              },
            )
          }
        >
          {copy.restore}
        </Button>
      )}
    </li>
  );
}

function formatField(field: EditableField, text: string): string {
  const names: Partial<Record<EditableField, Record<string, string>>> = OUTCOME_NAMES;
  return names[field]?.[text] ?? text;
}
