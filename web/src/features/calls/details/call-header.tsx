import { ArrowDown, ArrowUp, Pencil, PhoneIncoming, PhoneOutgoing, Share2, Trash2 } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { TOPIC_NAMES } from '@ringwell/domain/calls/topic';
import { formatPhone } from '@ringwell/domain/customers/phone';

import type { FullCall } from '../../../api/types';
import { formatDateTime, formatDuration, spokenDuration } from '../../../lib/format/format';
import { customerPath } from '../../../lib/paths';
import { useHasRole } from '../../../lib/session/session';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Badge } from '../../../ui/data/badge';
import { lazyArea } from '../../../ui/lazy-part';
import { TooltipButton } from '../../../ui/overlays/tooltip-button';
import { otherParty } from '../call-party';
import { CallStatePill } from '../components/call-state-pill';
import { Flags } from '../components/flags';
import type { AdjacentCalls } from './adjacent-calls';
import { CALL_DETAILS_COPY } from './call-details-copy';

const ShareDialog = lazyArea(async () => (await import('./share-dialog')).ShareDialog);
const DeleteDialog = lazyArea(async () => (await import('./delete-dialog')).DeleteDialog);
const EditDetailsDialog = lazyArea(async () => (await import('./edit-details-dialog')).EditDetailsDialog);

interface CallHeaderProps {
  call: FullCall | undefined;
  adjacentCalls: AdjacentCalls;
  closeButton: ReactNode;
  onDeleted: () => void;
}

export function CallHeader({
  call,
  adjacentCalls: { showPrevious, showNext },
  closeButton,
  onDeleted,
}: CallHeaderProps): ReactNode {
  return (
    <header className="flex items-start gap-3 border-b py-3 pr-2 pl-4 max-md:flex-col-reverse max-md:gap-1 max-md:pt-1 md:py-4 md:pr-3 md:pl-6">
      <div className="min-w-0 grow max-md:w-full max-md:pr-2">{call && <CallHeading call={call} />}</div>
      <div className="flex shrink-0 max-md:self-end">
        {call?.result && call.source !== 'demo' && (
          <HeaderAction role="member" label="Share" icon={<Share2 aria-hidden />}>
            {(close) => <ShareDialog call={call} onClose={close} />}
          </HeaderAction>
        )}
        {call && (
          <HeaderAction role="owner" label="Delete call" icon={<Trash2 aria-hidden />}>
            {(close) => <DeleteDialog call={call} onClose={close} onDeleted={onDeleted} />}
          </HeaderAction>
        )}
        {(showPrevious ?? showNext) && (
          <>
            <AdjacentCallButton label="Previous call" keys="Shift+P" onClick={showPrevious}>
              <ArrowUp />
            </AdjacentCallButton>
            <AdjacentCallButton label="Next call" keys="Shift+N" onClick={showNext}>
              <ArrowDown />
            </AdjacentCallButton>
          </>
        )}
        {closeButton}
      </div>
    </header>
  );
}

/** Returns what the pill needs to show a call's label. */
export function toLabeledCall({ state, result }: FullCall): ComponentProps<typeof CallStatePill>['call'] {
  return { state, sentiment: result?.sentiment ?? null, needsReview: result?.needsReview ?? false };
}

function CallHeading({ call }: { call: FullCall }): ReactNode {
  const { title, phone } = otherParty(call);
  const { agentName, agentSource, direction, durationSeconds } = call;
  const time = call.startedAt ?? call.receivedAt;
  const topic = call.result?.topic ?? null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 truncate text-h3">
          {call.customer === null ? (
            title
          ) : (
            <Link to={customerPath(call.customer.id)} className="underline-offset-4 hover:underline">
              {title}
            </Link>
          )}
        </h2>
        {call.source !== 'demo' && <EditDetails call={call} />}
        <CallStatePill call={toLabeledCall(call)} />
        <Flags flags={call.result?.flags ?? []} />
        {topic !== null && (
          <Badge>
            <span className="sr-only">Topic: </span>
            {TOPIC_NAMES[topic]}
          </Badge>
        )}
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-fg-muted">
        {phone !== null && (
          <a href={`tel:${phone}`} className="font-medium text-primary underline-offset-4 hover:underline">
            {formatPhone(phone)}
          </a>
        )}
        {direction !== null && (
          <span className="inline-flex items-center gap-1.5">
            {direction === 'outbound' ? (
              <PhoneOutgoing aria-hidden className="size-3.5" />
            ) : (
              <PhoneIncoming aria-hidden className="size-3.5" />
            )}
            {CALL_DIRECTION_NAMES[direction]}
          </span>
        )}
        {agentName !== null && (
          <span className="min-w-0 wrap-anywhere">
            {`Agent: ${agentName}`}
            {agentSource === 'heard' && <span className="text-fg-subtle"> (heard in the greeting)</span>}
          </span>
        )}
        <time dateTime={time}>{formatDateTime(time)}</time>
        {durationSeconds !== null && (
          <span>
            <span aria-hidden>{formatDuration(durationSeconds)}</span>
            <span className="sr-only">{spokenDuration(durationSeconds)}</span>
          </span>
        )}
      </p>
    </>
  );
}

interface HeaderActionProps {
  role: MemberRole;
  label: string;
  icon: ReactNode;
  children: (close: () => void) => ReactNode;
}

// A button that opens a dialog, for users with at least the role.
function HeaderAction({ role, label, icon, children }: HeaderActionProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (!useHasRole(role)) return null;
  return (
    <>
      <TooltipButton label={label} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {icon}
      </TooltipButton>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

// The button stays in the tab order at the ends of the list, so it keeps focus.
function AdjacentCallButton(button: ComponentProps<typeof TooltipButton>): ReactNode {
  return (
    <TooltipButton {...button} aria-disabled={button.onClick === undefined} className="aria-disabled:opacity-40" />
  );
}

function EditDetails({ call }: { call: FullCall }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const canEdit = useHasRole('manager');
  const close = (): void => setIsOpen(false);
  if (!canEdit) return null;
  return (
    <>
      <IconButton
        label={CALL_DETAILS_COPY.edit.title}
        onClick={() => setIsOpen(true)}
        className="-my-2 -ml-2 [&_svg]:size-4"
      >
        <Pencil aria-hidden />
      </IconButton>
      {isOpen && <EditDetailsDialog call={call} onClose={close} />}
    </>
  );
}
