import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { CHANNELS } from '@ringwell/domain/channels/channels';
import { connectionSettings } from '@ringwell/domain/channels/connection-settings';
import { CHANNEL_NAMES, isAlertChannel, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import type { AccountSettings, Connection } from '../../../api/types';
import { cx } from '../../../ui/cx';
import { useSettings } from '../settings-context';
import { ConnectionDetails, ConnectionStatus } from './connection-status';
import { TestConnection } from './test-connection';
import { useConnection } from './use-connection';

interface ConnectionSectionProps {
  channel: ConnectionChannel;
  title?: string;
  children: ReactNode;
}

// Printing expands the section. A link to `#<channel>` opens it and scrolls it into view.
export function ConnectionSection({
  channel,
  title = CHANNEL_NAMES[channel],
  children,
}: ConnectionSectionProps): ReactNode {
  const titleId = useId();
  const contentId = useId();
  const isRequested = useLocation().hash === `#${channel}`;
  const connection = useConnection(channel);
  const [isOpen, setIsOpen] = useCollapsible(connection, channel, isRequested);
  const { savedSettings, editedUserId } = useSettings();
  const isOff = isAlertChannel(channel) && !savedSettings[`${CHANNELS[channel].prefix}Enabled`];
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    toggle.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView();
  }, [isRequested]);
  return (
    <section ref={section} aria-labelledby={titleId}>
      <h3 className="-mx-2 text-body">
        <button
          ref={toggle}
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
      {/* Stays mounted to keep drafts and test results. */}
      <div id={contentId} className={cx('grid gap-5 pt-1 pb-6', !isOpen && 'not-print:hidden')}>
        <ConnectionDetails connection={connection} isOff={isOff} />
        {children}
        {/* Tests can only be sent from the account itself. Administrators have to log in as the user first. */}
        {connection && editedUserId === undefined && <TestConnection connection={connection} />}
      </div>
    </section>
  );
}

/**
 * Whether a connection's section is open. Depends on the connection's state only when it first loads, so later changes
 * don't move content while the user is reading or typing. Also opens when a value is rejected.
 * @param isRequested whether a link points to the section
 */
function useCollapsible(
  connection: Connection | undefined,
  channel: ConnectionChannel,
  isRequested: boolean,
): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { savedSettings, state } = useSettings();
  const [choice, setChoice] = useState(isRequested ? true : undefined);
  const [wasRejected, setWasRejected] = useState(false);
  const isRejected = connectionSettings(channel).some((name) => {
    const outcome = state.outcomes[name];
    return outcome?.kind === 'failed' && outcome.message !== null;
  });
  if (choice === undefined && connection) setChoice(needsAttention(connection, savedSettings));
  if (isRejected !== wasRejected) {
    setWasRejected(isRejected);
    if (isRejected) setChoice(true); // only the field shows the error
  }
  return [choice ?? false, setChoice];
}

// Whether a connection has an error or incomplete settings.
function needsAttention({ channel, unavailable, isConnected, error }: Connection, settings: AccountSettings): boolean {
  if (unavailable) return false; // settings can't fix this
  return isConnected ? error !== null : connectionSettings(channel).some((name) => isFilled(settings[name]));
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
