import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';

import { MAX_WATCHED_FILES, type InboxAfter } from '@ringwell/domain/inbox/inbox';

import type { Inbox } from '../../../api/types';
import { formatDateTime, formatNumber, plural } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { inboxQuery } from '../api';
import { SelectSetting } from '../fields/select-setting';
import { useSettings } from '../settings-context';
import { NamePatterns } from './name-patterns';

const INBOX_AFTER_OPTIONS: readonly { value: InboxAfter; label: string }[] = [
  { value: 'move', label: 'Move it to the done folder' },
  { value: 'delete', label: 'Delete it' },
  { value: 'leave', label: 'Leave it where it is' },
];

const NOT_AVAILABLE_HINT = "There's no folder for your phone system's recordings yet. Ask your administrator for one.";
const SET_UP_HINT =
  'Set INBOX_DIR to give each account a folder where its phone system can save recordings. See docs/connect/inbox.md.';
const LOG_IN_HINT = 'Log in as the user to see the folder and its file name patterns.';

/** The inbox folder for recordings. Renders nothing while it loads. */
export function InboxSection(): ReactNode {
  const { accountId, role } = useUser();
  const isOwnAccount = useSettings().editedUserId === undefined;
  const { data: inbox } = useQuery({ ...inboxQuery(accountId), enabled: isOwnAccount });
  if (isOwnAccount && !inbox) return null;
  return (
    <section id="inbox" aria-labelledby="inbox-title" className="grid gap-5 border-t pt-5">
      <div className="grid gap-2">
        <h3 id="inbox-title" className="font-semibold">
          Folder for recordings
        </h3>
        {inbox && inbox.folder !== null ? (
          <>
            <p>Recordings in this folder and its subfolders become calls automatically.</p>
            <Folder folder={inbox.folder} />
            <InboxState inbox={inbox} />
          </>
        ) : (
          <p className="text-fg-muted">
            {!isOwnAccount ? LOG_IN_HINT : role === 'admin' ? SET_UP_HINT : NOT_AVAILABLE_HINT}
          </p>
        )}
      </div>
      {inbox && inbox.folder !== null && (
        <>
          <SelectSetting name="inboxAfter" label="After a recording is processed" choices={INBOX_AFTER_OPTIONS} />
          <NamePatterns names={inbox.names} />
        </>
      )}
    </section>
  );
}

function Folder({ folder }: { folder: string }): ReactNode {
  const codeRef = useRef<HTMLElement>(null);
  return (
    <p className="flex flex-wrap items-center gap-3">
      <code ref={codeRef} className="min-w-0 rounded-control bg-sunken px-2 py-1 wrap-anywhere">
        {folder}
      </code>
      <CopyButton text={folder} subject="folder" textRef={codeRef} />
    </p>
  );
}

function InboxState({ inbox: { checkedAt, takenAt, waiting, problem, refused } }: { inbox: Inbox }): ReactNode {
  if (checkedAt === null)
    return (
      <p className="text-fg-muted">
        We haven't found the folder yet. If it doesn't exist, ask your administrator to create it.
      </p>
    );
  return (
    <>
      <p role="status" className="text-fg-muted">
        {[
          waiting === 0
            ? 'No files waiting.'
            : `${waiting < MAX_WATCHED_FILES ? plural(waiting, 'file') : `${formatNumber(waiting)} files or more`} waiting.`,
          takenAt === null ? 'None processed yet.' : `Last one processed ${formatDateTime(takenAt)}.`,
        ].join(' ')}
      </p>
      <p className="text-meta text-fg-subtle">
        Checked <time dateTime={checkedAt}>{formatDateTime(checkedAt)}</time>.
      </p>
      {problem !== null && (
        <p className="rounded-control bg-warning-soft px-3 py-2 wrap-anywhere text-on-warning-soft">{problem}</p>
      )}
      {refused.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium pointer-coarse:py-2">Rejected files</summary>
          <ul className="mt-2 divide-y">
            {refused.map(({ name, reason, at }) => (
              <li key={`${name} ${at}`} className="grid gap-0.5 py-2">
                <span className="font-medium wrap-anywhere">{name}</span>
                <span>{reason}</span>
                <time dateTime={at} className="text-meta text-fg-subtle">
                  {formatDateTime(at)}
                </time>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
