import { ClipboardCheck, Pencil } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { formatCallNote } from '@ringwell/domain/calls/call-note';
import { getCallText } from '@ringwell/domain/calls/call-words';
import type { TextField } from '@ringwell/domain/calls/word-edits';

import type { CallResult, FullCall } from '../../../api/types';
import { formatDateTime, formatDuration } from '../../../lib/format/format';
import type { Playback } from '../../../lib/recordings/playback';
import { useHasRole } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { lazyArea } from '../../../ui/lazy-part';
import { getNoteCaller } from '../call-party';
import { useIsSavingWords } from './api';
import { EDIT_WORDS_COPY } from './edit-words-copy';

const BookingLine = lazyArea(async () => (await import('./booking-line')).BookingLine);
const WritingNotice = lazyArea(async () => (await import('./writing-notice')).WritingNotice);
const WordsHistory = lazyArea(async () => (await import('./words-history')).WordsHistory);

/** The call as plain text, in the format of job notes. */
function buildNote(call: FullCall, result: CallResult): string {
  const time = formatDateTime(call.startedAt ?? call.receivedAt);
  const duration = call.durationSeconds === null ? [] : [formatDuration(call.durationSeconds)];
  const noteResult = { ...result, isCorrected: call.correction !== null };
  return formatCallNote(noteResult, getNoteCaller(call), [time, ...duration].join(', '), call.agentName);
}

interface SummarySectionProps {
  call: FullCall;
  result: CallResult;
  playback: Playback;
  /** Opens the editor. Undefined for demo calls, which can't be edited. */
  onEdit: ((field: TextField) => void) | undefined;
}

/** The written summary and instruction. Calls without them only have the quotes next to the label. */
export function SummarySection({ call, result, playback, onEdit }: SummarySectionProps): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  const { summary, points, instruction } = getCallText(result);
  const { rule } = result.followUp;
  return (
    <section aria-label="Summary" className="grid gap-5 wrap-anywhere">
      <div>
        <header className="mb-1 flex min-h-8 items-center justify-between gap-4">
          <div className="flex items-center gap-1">
            {summary !== null && <h3 className="text-prose">Summary</h3>}
            {onEdit && (
              <EditWords
                onEdit={onEdit}
                field="summary"
                label={summary === null ? EDIT_WORDS_COPY.write : EDIT_WORDS_COPY.edit.summary}
                hasVisibleLabel={summary === null}
              />
            )}
          </div>
          <CopyButton text={buildNote(call, result)} subject="Note" label="Copy as note" textRef={text} />
        </header>
        <div ref={text} className="grid gap-2 text-body">
          {summary !== null && (
            <p dir="auto" className="whitespace-pre-line">
              {summary}
            </p>
          )}
          {points.length > 0 && (
            <ul className="grid list-disc gap-1.5 pl-5 marker:text-fg-subtle">
              {points.map((point) => (
                <li key={point} dir="auto">
                  {point}
                </li>
              ))}
            </ul>
          )}
        </div>
        {call.words !== null && <WritingNotice call={call} result={result} />}
        {call.words !== null && call.words.edits.length > 0 && <WordsHistory call={call} words={call.words} />}
      </div>
      {(instruction !== null || rule !== undefined) && (
        <div className="flex gap-2.5 rounded-control bg-warning-soft px-3 py-2.5 text-on-warning-soft">
          <ClipboardCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 grow wrap-anywhere">
            <strong dir="auto" className="font-semibold">
              {instruction ?? 'Call this customer back'}
            </strong>
            {rule !== undefined && ` Your rule “${rule}” asks for it.`}
          </span>
          {onEdit && <EditWords onEdit={onEdit} field="instruction" label={EDIT_WORDS_COPY.edit.instruction} />}
        </div>
      )}
      <BookingLine call={call} result={result} playback={playback} />
    </section>
  );
}

interface EditWordsProps {
  field: TextField;
  label: string;
  onEdit: (field: TextField) => void;
  /** Whether to add a text label, for places without text next to the pencil. */
  hasVisibleLabel?: boolean;
}

/** A button to edit a call's summary or instruction. Renders nothing for users who can't edit them. */
function EditWords({ field, label, onEdit, hasVisibleLabel = false }: EditWordsProps): ReactNode {
  const canEdit = useHasRole('member');
  const isSaving = useIsSavingWords();
  if (!canEdit) return null;
  // Not disabled, because the button regains focus when the editor closes.
  const buttonProps = { 'aria-disabled': isSaving || undefined, onClick: () => !isSaving && onEdit(field) };
  if (hasVisibleLabel)
    return (
      <Button variant="outline" size="sm" className="print:hidden" {...buttonProps}>
        <Pencil aria-hidden />
        {label}
      </Button>
    );
  return (
    <IconButton
      label={label}
      tone={field === 'summary' ? 'plain' : 'inherit'}
      {...buttonProps}
      className="-my-2 print:hidden [&_svg]:size-4"
    >
      <Pencil aria-hidden />
    </IconButton>
  );
}
