import { PhoneCall } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { formatPhone } from '@ringwell/domain/phone';

import type { FollowUp } from '../../../api/types';
import { followUpPath } from '../../../lib/paths';
import { partyOf } from '../follow-up-party';
import { DueTime } from './due-time';
import { KindBadge } from './kind-badge';

interface FollowUpHeadingProps {
  followUp: FollowUp;
  /** Id of the heading. */
  id: string;
  /** Whether the name links to the follow-up's page. */
  isLink?: boolean;
}

/** Whom to call, at which number, until when and why. */
export function FollowUpHeading({ followUp, id, isLink = false }: FollowUpHeadingProps): ReactNode {
  const { customer, kind } = followUp;
  const name = partyOf(followUp);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <h2 id={id} className="min-w-0 text-body font-semibold wrap-anywhere">
        {isLink ? (
          <Link
            to={followUpPath(followUp.id)}
            aria-describedby={`${id}-due ${id}-kind`}
            className="underline-offset-4 hover:underline pointer-coarse:inline-block pointer-coarse:py-2.5"
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </h2>
      {customer.phone !== null && <PhoneLink phone={customer.phone} name={name} />}
      <KindBadge kind={kind} id={`${id}-kind`} />
      <span className="ml-auto max-sm:ml-0">
        <DueTime followUp={followUp} id={`${id}-due`} />
      </span>
    </div>
  );
}

function PhoneLink({ phone, name }: { phone: string; name: string }): ReactNode {
  const shown = formatPhone(phone);
  return (
    <a
      href={`tel:${phone}`}
      aria-label={`Call ${shown}`}
      className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <PhoneCall aria-hidden className="size-3.5" />
      {shown === name ? 'Call' : shown}
    </a>
  );
}
