import { PhoneCall } from 'lucide-react';
import type { ReactNode } from 'react';

import { formatPhone, isWithheld } from '@ringwell/domain/customers/phone';

import type { FollowUp } from '../../../api/types';
import { isActionPossible, type PerformAction } from '../actions';
import { followUpName } from '../follow-up-name';

interface PhoneLinkProps {
  followUp: FollowUp;
  onAction: PerformAction | undefined;
  /** Shows only the icon, for narrow rows. If there's no number, the icon's space stays empty. */
  isIconOnly?: boolean;
}

/** Calls the customer, and takes the follow-up so that colleagues don't call, too. */
export function PhoneLink({ followUp, onAction, isIconOnly = false }: PhoneLinkProps): ReactNode {
  const { phone } = followUp.customer;
  if (phone === null || isWithheld(phone)) return isIconOnly && <span className="size-8 pointer-coarse:size-11" />;
  const formattedPhone = formatPhone(phone);
  const isUnclaimed = followUp.assignee === null && followUp.takenBy === null;
  return (
    <a
      href={`tel:${phone}`}
      aria-label={`Call ${formattedPhone}`}
      className={
        isIconOnly
          ? 'inline-grid size-8 place-items-center rounded-control text-primary hover:bg-sunken pointer-coarse:size-11 pointer-coarse:bg-primary-soft pointer-coarse:text-on-primary-soft'
          : 'inline-flex items-center gap-1.5 font-medium whitespace-nowrap text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11 pointer-coarse:rounded-control pointer-coarse:bg-primary-soft pointer-coarse:px-3 pointer-coarse:text-on-primary-soft'
      }
      onClick={isUnclaimed && isActionPossible(followUp, 'done', '') ? () => onAction?.(followUp, 'take') : undefined}
    >
      <PhoneCall aria-hidden className={isIconOnly ? 'size-4' : 'size-3.5'} />
      {!isIconOnly && (formattedPhone === followUpName(followUp) ? 'Call' : formattedPhone)}
    </a>
  );
}
