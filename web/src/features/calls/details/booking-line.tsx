import { useId, type ReactNode } from 'react';

import { BOOKING_CLAIM, BOOKING_NAMES, BOOKINGS, type Booking } from '@ringwell/domain/calls/booking';
import { bookingFactLine, jobUrl } from '@ringwell/domain/calls/booking-fact';

import type { CallResult, FullCall } from '../../../api/types';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import type { Playback } from '../../../lib/recordings/playback';
import { useMay } from '../../../lib/session/session';
import { Select } from '../../../ui/forms/input';
import { MomentButton } from './moments';
import { useEditWords } from './use-words';
import { WORDS_COPY } from './words-copy';

const copy = WORDS_COPY.booking;

interface BookingLineProps {
  call: FullCall;
  result: CallResult;
  playback: Playback;
}

/**
 * Shows what the call led to, and lets members correct it. Until it is corrected, the supporting quote is shown. A job
 * from ServiceTitan confirms or contradicts it.
 */
export function BookingLine({ call, result, playback }: BookingLineProps): ReactNode {
  const id = useId();
  const mayEdit = useMay('member') && call.source !== 'demo';
  const save = useEditWords(call);
  const { booking, evidence } = result;
  const original = call.words?.originalBooking ?? null;
  const quote = original === null ? evidence.find(({ claim }) => claim === BOOKING_CLAIM) : undefined;
  const { bookingFact } = call;
  const isUnknown = booking === null || (booking === 'unclear' && original === null);
  if (!mayEdit && !bookingFact && isUnknown) return null;
  return (
    <div className="text-body">
      <div className="flex flex-wrap items-center gap-x-2">
        <label htmlFor={id} className="font-semibold">
          {copy.label}
        </label>
        {mayEdit ? (
          <Select
            id={id}
            className="w-auto"
            value={booking ?? ''}
            disabled={save.isPending}
            onChange={({ target }) =>
              save.mutate(
                { booking: target.value === original ? null : (target.value as Booking) },
                { onError: (error) => toastServerMessage(error, copy.failed) },
              )
            }
          >
            {booking === null && <option value="">{copy.unknown}</option>}
            {BOOKINGS.map((each) => (
              <option key={each} value={each}>
                {BOOKING_NAMES[each]}
              </option>
            ))}
          </Select>
        ) : (
          <output id={id}>{booking !== null && BOOKING_NAMES[booking]}</output>
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
              {copy.openJob}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
