import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';

import { CHANNEL_NAMES, type ConnectionChannel } from '@ringwell/domain/delivery';

import { cx } from '../../ui/cx';
import { ConnectionNews, ConnectionStatus } from './connection-status';
import { useSettings, type SwitchName } from './settings-context';
import { TestConnection } from './test-connection';
import { useFold } from './use-collapsible';
import { useConnection } from './use-connection';

const SWITCHES: Partial<Record<ConnectionChannel, SwitchName>> = {
  slack: 'slackEnabled',
  teams: 'teamsEnabled',
  google_chat: 'googleChatEnabled',
  email: 'emailEnabled',
};

interface ConnectionSectionProps {
  channel: ConnectionChannel;
  title?: string;
  /** Somebody was led to this one: it is unfolded and brought into view. */
  isWanted: boolean;
  /** What is to be entered. */
  children: ReactNode;
}

/** One thing that the account is connected with: how it is; unfolded, also what is to be entered, and whether it works. Paper shows all. */
export function ConnectionSection({
  channel,
  title = CHANNEL_NAMES[channel],
  isWanted,
  children,
}: ConnectionSectionProps): ReactNode {
  const titleId = useId();
  const contentId = useId();
  const connection = useConnection(channel);
  const [isOpen, setIsOpen] = useFold(connection, channel, isWanted);
  const { saved } = useSettings();
  const name = SWITCHES[channel];
  const isOff = name !== undefined && !saved[name];
  const section = useRef<HTMLElement>(null);
  const fold = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    fold.current?.focus({ preventScroll: true }); // the link that led here is gone
    section.current?.scrollIntoView();
  }, [isWanted]);
  return (
    <section ref={section} aria-labelledby={titleId}>
      <h3 className="-mx-2 text-body">
        <button
          ref={fold}
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setIsOpen(!isOpen)}
          className="my-1 flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-2 text-left transition-colors hover:bg-sunken"
        >
          <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4">
            <span id={titleId}>{title}</span> <ConnectionStatus connection={connection} />
          </span>
          <ChevronDown
            aria-hidden
            className={cx(
              'size-5 shrink-0 text-fg-subtle transition-transform duration-200 print:hidden',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h3>
      {/* Stays in the page, so that what was typed and what a test said are kept. */}
      <div id={contentId} className={cx('grid gap-5 pt-1 pb-6', !isOpen && 'not-print:hidden')}>
        <ConnectionNews connection={connection} isOff={isOff} />
        {children}
        {connection && <TestConnection connection={connection} />}
      </div>
    </section>
  );
}
