import { Play } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Evidence } from '@ringwell/domain/calls/analysis';

import { formatDuration } from '../../../lib/format/format';

/** A quote from the transcript and its position in the recording. */
export type Moment = Pick<Evidence, 'quote' | 'startMs'>;

interface MomentListProps {
  moments: readonly Moment[];
  onPlay: (moment: Moment) => void;
}

export function MomentList({ moments, onPlay }: MomentListProps): ReactNode {
  if (moments.length === 0) return null;
  return (
    <ul className="-mx-2 mt-1.5">
      {moments.map((moment, index) => (
        <li key={index}>
          <MomentButton moment={moment} onPlay={onPlay}>
            “{moment.quote}”
          </MomentButton>
        </li>
      ))}
    </ul>
  );
}

interface MomentButtonProps {
  moment: Moment;
  onPlay: (moment: Moment) => void;
  children: ReactNode;
}

export function MomentButton({ moment, onPlay, children }: MomentButtonProps): ReactNode {
  return (
    <button
      type="button"
      title={moment.quote}
      onClick={() => onPlay(moment)}
      className="group block w-full rounded-control px-2 py-1 text-left text-body transition-colors hover:bg-primary-soft hover:text-on-primary-soft"
    >
      <bdi>{children}</bdi>{' '}
      <span className="inline-flex items-center gap-1 text-meta font-semibold whitespace-nowrap text-primary group-hover:text-on-primary-soft">
        <Play aria-hidden className="size-2.5 fill-current" />
        <span className="sr-only">Go to </span>
        {formatDuration(moment.startMs / 1_000)}
      </span>
    </button>
  );
}
