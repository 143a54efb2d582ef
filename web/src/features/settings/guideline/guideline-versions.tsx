import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { formatDateTime } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { Badge } from '../../../ui/data/badge';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { guidelineVersionsQuery, useRestoreGuideline, type GuidelineVersion } from './api';
import { GUIDELINE_COPY } from './guideline-copy';
import { describeRule } from './guideline-draft';

const { versions: copy } = GUIDELINE_COPY;

interface GuidelineVersionsProps {
  current: number;
  hasDraft: boolean;
  onRestored: (guideline: GuidelineVersion) => void;
}

/** Lists saved versions and restores them. */
export function GuidelineVersions({ current, hasDraft, onRestored }: GuidelineVersionsProps): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(guidelineVersionsQuery(accountId));
  const [pastVersion, setPastVersion] = useState<number>();
  const restore = useRestoreGuideline();
  return (
    <section aria-labelledby="guideline-versions" className="border-t pt-5">
      <h3 id="guideline-versions" className="text-prose">
        {copy.title}
      </h3>
      {data ? (
        <>
          {data.length === 0 && <p className="mt-2 text-fg-muted">Nothing saved yet.</p>}
          <ul className="mt-2 divide-y">
            {data.map((version) => (
              <Version
                key={version.version}
                guideline={version}
                isCurrent={version.version === current}
                onRestore={() => setPastVersion(version.version)}
              />
            ))}
          </ul>
        </>
      ) : (
        <LoadPlaceholder subject="the versions" className="mt-2 h-24" retry={isError && refetch} />
      )}
      <ConfirmDialog
        open={pastVersion !== undefined}
        onClose={() => setPastVersion(undefined)}
        title={copy.restoreVersion(pastVersion ?? 0)}
        question={copy.question(pastVersion ?? 0)}
        confirmLabel={copy.restore}
        pendingLabel="Restoring…"
        onConfirm={async () => onRestored(await restore.mutateAsync({ version: pastVersion ?? 0, replaces: current }))}
        failure="Couldn't restore this version. Please try again."
      >
        {hasDraft && <p className="mt-3 font-medium">{copy.draftIsLost}</p>}
      </ConfirmDialog>
    </section>
  );
}

interface VersionProps {
  guideline: GuidelineVersion;
  isCurrent: boolean;
  onRestore: () => void;
}

function Version({ guideline, isCurrent, onRestore }: VersionProps): ReactNode {
  const { version, text, rules, savedBy, savedAt, restoredVersion } = guideline;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {`Version ${version}`}
            {isCurrent && <Badge tone="primary">{copy.current}</Badge>}
          </p>
          <p className="text-meta text-fg-subtle wrap-anywhere">
            {savedAt !== null && copy.by(savedBy, formatDateTime(savedAt))}
            {restoredVersion !== null && `. Restored version ${restoredVersion}`}
          </p>
        </div>
        {!isCurrent && (
          <Button variant="outline" size="sm" onClick={onRestore}>
            {copy.restoreVersion(version)}
          </Button>
        )}
      </div>
      <details>
        <summary className="inline-flex min-h-8 cursor-pointer items-center font-medium text-primary pointer-coarse:min-h-11">
          {copy.show}
        </summary>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{text ?? 'No text'}</p>
        <ol className="mt-2 grid gap-1.5">
          {rules.map((rule, index) => (
            <li key={index} className="wrap-anywhere">
              {index + 1}. {describeRule(rule)}
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}
