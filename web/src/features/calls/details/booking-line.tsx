import { useId, type ReactNode } from 'react';

import {
  ASKABLE_BOOKINGS,
  ASKED_TO_BOOK_CLAIM,
  BOOKING_CLAIM,
  OUTCOME_NAMES,
  REACHED_CLAIM,
  type CallOutcome,
} from '@ringwell/domain/calls/booking';
import { bookingFactLine, jobUrl } from '@ringwell/domain/calls/booking-fact';

import type { CallResult, FullCall } from '../../../api/types';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import type { Playback } from '../../../lib/recordings/playback';
import { useHasRole } from '../../../lib/session/session';
import { Options, Select } from '../../../ui/forms/input';
import { useIsSavingWords } from './api';
import { MomentButton } from './moments';
import { useEditWords } from './use-words';
import { getOriginalValue, WORDS_COPY as copy } from './words-copy';

interface BookingLineProps {
  call: FullCall;
  result: CallResult;
  playback: Playback;
}

/**
 * Shows what the call led to, whether the agent asked for a booking that wasn't made, and whether an outbound call
 * reached someone. A job from ServiceTitan confirms or contradicts the booking.
 */
export function BookingLine(props: BookingLineProps): ReactNode {
  const { call, result } = props;
  const showsAskedToBook = ASKABLE_BOOKINGS.some((booking) => booking === result.booking);
  return (
    <div className="grid gap-2 text-body empty:hidden">
      {call.direction === 'outbound' && <OutcomeLine {...props} field="reached" claim={REACHED_CLAIM} />}
      <OutcomeLine {...props} field="booking" claim={BOOKING_CLAIM} />
      {showsAskedToBook && <OutcomeLine {...props} field="asked" claim={ASKED_TO_BOOK_CLAIM} />}
    </div>
  );
}

interface OutcomeLineProps extends BookingLineProps {
  field: keyof CallOutcome;
  /** The claim of the supporting quote. */
  claim: string;
}

// Members can correct the value. Shows the supporting quote until they do.
function OutcomeLine({ call, result, playback, field, claim }: OutcomeLineProps): ReactNode {
  const id = useId();
  const canEdit = useHasRole('member') && call.source !== 'demo';
  const save = useEditWords(call);
  const isSaving = useIsSavingWords();
  const value = result[field];
  const names: Record<string, string> = OUTCOME_NAMES[field];
  const original = call.words && getOriginalValue(call.words, field);
  const isUnknown = value === null || (value === 'unclear' && original === null);
  const quote = original === null && !isUnknown ? result.evidence.find((item) => item.claim === claim) : undefined;
  const bookingFact = field === 'booking' ? call.bookingFact : null;
  if (!canEdit && !bookingFact && isUnknown) return null;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2">
        <label htmlFor={id} className="font-semibold">
          {copy[field].label}
        </label>
        {canEdit ? (
          <Select
            id={id}
            className="w-auto"
            value={value ?? ''}
            disabled={isSaving && !save.isPending}
            aria-disabled={save.isPending || undefined} // ignores changes, but keeps focus
            onChange={({ target }) => {
              if (save.isPending) return;
              save.mutate(
                { [field]: target.value === original ? null : target.value },
                { onError: (error) => toastServerMessage(error, copy[field].failed) },
              );
            }}
          >
            {value === null && <option value="">{copy.unknown}</option>}
            <Options of={Object.entries(names).map(([option, name]) => [option, name])} />
          </Select>
        ) : (
          <output id={id}>{value !== null && names[value]}</output>
        )}
      </div>
      {quote && (
        <div className="-mx-2">
          <MomentButton moment={quote} onPlay={({ startMs }) => playback.playFrom(startMs)}>
            “{quote.quote}”
          </MomentButton>
        </div>
      )}
      {bookingFact && (
        <p className="mt-1.5 flex flex-wrap gap-x-2 text-fg-muted">
          {bookingFactLine(bookingFact)}
          {bookingFact.jobId !== null && (
            <a
              href={jobUrl(bookingFact.jobId)}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-primary underline underline-offset-4"
            >
              {copy.booking.openJob}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
