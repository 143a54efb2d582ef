import type { ReactNode } from 'react';

import { BASIC_ENGINE, NO_RECOGNIZER } from '@ringwell/domain/calls/engine-note';

import type { SystemHealth } from '../../api/types';
import { useStoredFlag } from '../../lib/browser/stored-flag';
import { Button } from '../../ui/buttons/button';
import { ModelDownloads } from '../../ui/data/model-downloads';
import { Card } from '../../ui/layout/card';
import { ChecklistStep } from '../../ui/layout/checklist-step';

/** One-time setup steps for an administrator. Disappears when all of them are done. */
export function InstallChecklist({ health }: { health: SystemHealth }): ReactNode {
  // There's no way to detect backups, so the administrator confirms them.
  const [hasBackup, setHasBackup] = useStoredFlag('has-backup');
  const { setup, models, workers } = health;
  // Only workers know which models are installed.
  const completedSteps = { ...setup, models: workers.length === 0 || hasGoodModels(health), backup: hasBackup };
  const doneCount = Object.values(completedSteps).filter(Boolean).length;
  if (doneCount === 4) return null;
  return (
    <Card title="Finish the installation" subtitle={`${doneCount} of 4 steps done`}>
      <ol className="grid gap-5 md:grid-cols-2 xl:grid-cols-4">
        <ChecklistStep title="Email" isDone={completedSteps.mail}>
          <p className="text-fg-muted">
            Set <code>SMTP_URL</code>, <code>MAIL_FROM</code> and <code>SUPPORT_EMAIL</code> to send alerts, invitations
            and password resets.
          </p>
        </ChecklistStep>
        <ChecklistStep title="Address" isDone={completedSteps.address}>
          <p className="text-fg-muted">
            Set <code>PUBLIC_URL</code> to the address that people open in a browser. Links in messages use it.
          </p>
        </ChecklistStep>
        <ChecklistStep title="Models" isDone={completedSteps.models}>
          {models.length > 0 ? (
            <>
              <p className="text-fg-muted">
                Better engines are being downloaded. Until they're ready, the built-in ones process calls. You don't
                need to restart anything.
              </p>
              <ModelDownloads models={models} />
            </>
          ) : (
            <p className="text-fg-muted">
              Run <code>npm run models -- auto</code> to install a good recognizer, which transcribes calls, and a
              language model, which writes the notes and detects bookings.
            </p>
          )}
        </ChecklistStep>
        <ChecklistStep title="Backup" isDone={completedSteps.backup}>
          <p className="text-fg-muted">
            Back up the database and recordings daily, and store <code>SECRETS_KEY</code> elsewhere. See Backup and
            restore in docs/operate/operations.md.
          </p>
          <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setHasBackup(true)}>
            I have a backup
          </Button>
        </ChecklistStep>
      </ol>
    </Card>
  );
}

function hasGoodModels({ engines, writers, models }: SystemHealth): boolean {
  const isWeak = (engine: string): boolean => engine === BASIC_ENGINE || engine === NO_RECOGNIZER;
  return models.length === 0 && writers.length > 0 && !engines.transcription.some(isWeak);
}
