import { useState, type FormEvent, type ReactNode } from 'react';

import { shorterRetention } from '@ringwell/domain/erasures/retention';

import { api, unwrap } from '../../../api/client';
import type { RetentionPreview, ApiQuery } from '../../../api/types';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { runAfterConfirmation } from '../../../lib/session/identity-confirmation';
import { useHasRole } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { editedPath } from '../api';
import { SaveIndicator } from '../fields/save-indicator';
import { useSetting, useSettings } from '../settings-context';
import { RETENTION_COPY } from './retention-copy';

type Days = number | null;

/** Sets how long recordings and transcripts are kept. Asks for confirmation before a change that deletes any. */
export function RetentionSettings(): ReactNode {
  const { editedUserId } = useSettings();
  const isOwner = useHasRole('owner');
  const recordings = useSetting('recordingsRetentionDays');
  const transcripts = useSetting('transcriptsRetentionDays');
  return (
    <section aria-labelledby="retention-title" className="relative grid grid-cols-1 gap-4 border-t pt-5">
      <h3 id="retention-title" className="font-semibold">
        {RETENTION_COPY.title}
      </h3>
      <SaveIndicator
        names={['recordingsRetentionDays', 'transcriptsRetentionDays']}
        className="absolute top-5 right-0"
      />
      <RetentionSummary recordings={recordings.value} transcripts={transcripts.value} />
      {isOwner || editedUserId !== undefined ? (
        <RetentionForm />
      ) : (
        <p className="text-fg-muted">{RETENTION_COPY.ownersOnly}</p>
      )}
    </section>
  );
}

function RetentionSummary({ recordings, transcripts }: { recordings: Days; transcripts: Days }): ReactNode {
  const { installationRecordingsDays, installationTranscriptsDays } = useSettings().savedSettings;
  return (
    <div className="grid gap-1">
      <p>{RETENTION_COPY.keptRecordings(shorterRetention(recordings, installationRecordingsDays))}</p>
      <p>{RETENTION_COPY.keptTranscripts(shorterRetention(transcripts, installationTranscriptsDays))}</p>
    </div>
  );
}

function RetentionForm(): ReactNode {
  const { savedSettings, editedUserId } = useSettings();
  const recordings = useRetention('recordingsRetentionDays');
  const transcripts = useRetention('transcriptsRetentionDays');
  const [isCounting, setIsCounting] = useState(false);
  // Saves the days that were counted, even if others have been typed since.
  const [confirmation, setConfirmation] = useState<(RetentionPreview & { save: () => Promise<void> }) | null>(null);

  const save = async (): Promise<void> => {
    const outcomes = await Promise.all([recordings.save(), transcripts.save()]);
    if (outcomes.includes(false)) throw new Error(RETENTION_COPY.confirm.notSaved);
  };
  // Counts even if the user raised the number, because someone else may have raised it further or removed it since.
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isCounting || recordings.error !== undefined || transcripts.error !== undefined) return;
    if (recordings.newDays === undefined && transcripts.newDays === undefined) return save().catch(() => undefined);
    setIsCounting(true);
    try {
      const preview = await previewRetention(editedUserId, {
        recordingsRetentionDays: recordings.newDays,
        transcriptsRetentionDays: transcripts.newDays,
      });
      if (preview.recordings + preview.transcripts === 0) await save().catch(() => undefined);
      else await runAfterConfirmation(() => setConfirmation({ ...preview, save }));
    } catch (error) {
      toastServerMessage(error, RETENTION_COPY.previewFailed);
    } finally {
      setIsCounting(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DaysField
        label={RETENTION_COPY.recordings}
        hint={formatHint(RETENTION_COPY.recordingsHint, 'recordings', savedSettings.installationRecordingsDays)}
        installationDays={savedSettings.installationRecordingsDays}
        retention={recordings}
      />
      <DaysField
        label={RETENTION_COPY.transcripts}
        hint={formatHint(RETENTION_COPY.transcriptsHint, 'transcripts', savedSettings.installationTranscriptsDays)}
        installationDays={savedSettings.installationTranscriptsDays}
        retention={transcripts}
      />
      <div>
        <Button type="submit" size="sm" pending={isCounting} pendingLabel={RETENTION_COPY.saving}>
          {RETENTION_COPY.save}
        </Button>
      </div>
      <ConfirmDialog
        open={confirmation !== null}
        onClose={() => setConfirmation(null)}
        title={RETENTION_COPY.confirm.title}
        question={confirmation ? RETENTION_COPY.confirm.question(confirmation) : ''}
        confirmLabel={RETENTION_COPY.confirm.action}
        pendingLabel={RETENTION_COPY.saving}
        tone="danger"
        failure={RETENTION_COPY.confirm.notSaved}
        onConfirm={() => confirmation?.save() ?? Promise.resolve()}
      />
    </form>
  );
}

interface DaysFieldProps {
  label: string;
  hint: string;
  installationDays: Days;
  retention: ReturnType<typeof useRetention>;
}

function DaysField({ label, hint, installationDays, retention }: DaysFieldProps): ReactNode {
  return (
    <Field label={label} hint={hint} error={retention.error} optional>
      <div className="flex items-center gap-2.5">
        <div className="w-36">
          <Input
            inputMode="numeric"
            autoComplete="off"
            placeholder={installationDays === null ? 'Forever' : String(installationDays)}
            value={retention.displayedValue}
            onChange={(event) => retention.changeText(event.target.value)}
          />
        </div>
        <span aria-hidden className="text-fg-muted">
          days
        </span>
      </div>
    </Field>
  );
}

function useRetention(name: 'recordingsRetentionDays' | 'transcriptsRetentionDays') {
  const { value, error, save, clearOutcome } = useSetting(name);
  const [draft, setDraft] = useState<string | null>(null);
  const displayedValue = draft ?? (value === null ? '' : String(value));
  const text = displayedValue.trim();
  const isValid = /^\d*$/.test(text);
  const days = isValid && text !== '' ? Number(text) : null;
  const isChanged = !isValid || days !== value;
  return {
    displayedValue,
    changeText: (newText: string): void => {
      clearOutcome();
      setDraft(newText);
    },
    error: isValid ? error : RETENTION_COPY.invalid,
    isChanged,
    /** The number of days to count calls for, if there is a new one. */
    newDays: isChanged && days !== null ? days : undefined,
    save: async (): Promise<boolean> => {
      if (!isChanged) return true;
      const isSaved = await save(days);
      if (isSaved) setDraft((current) => (current === draft ? null : current));
      return isSaved;
    },
  };
}

function formatHint(hint: string, content: string, installationDays: Days): string {
  return installationDays === null ? hint : `${hint} ${RETENTION_COPY.installationLimit(content, installationDays)}`;
}

/** Counts the calls that would lose their recording or transcript. */
function previewRetention(
  editedUserId: string | undefined,
  query: ApiQuery<'/api/my/settings/retention-preview'>,
): Promise<RetentionPreview> {
  return unwrap(api.GET(editedPath('/api/my/settings/retention-preview', editedUserId), { params: { query } }));
}
