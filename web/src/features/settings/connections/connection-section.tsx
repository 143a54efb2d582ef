import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { CHANNELS } from '@ringwell/domain/channels/channels';
import { CHANNEL_NAMES, isAlertChannel, type ConnectionChannel } from '@ringwell/domain/deliveries/delivery';

import { cx } from '../../../ui/cx';
import { useSettings } from '../settings-context';
import { ConnectionDetails, ConnectionStatus } from './connection-status';
import { TestConnection } from './test-connection';
import { useCollapsible } from './use-collapsible';
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
