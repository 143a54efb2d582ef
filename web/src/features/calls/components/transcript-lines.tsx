import type { ReactNode } from 'react';

import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { formatDuration } from '../../../lib/format/format';
import { cx } from '../../../ui/cx';
import { SPEAKERS } from './speakers';

interface TranscriptLinesProps {
  segments: readonly TranscriptSegment[];
  currentIndex?: number;
}

export function TranscriptLines({ segments, currentIndex }: TranscriptLinesProps): ReactNode {
  return (
    <ol className="grid gap-1">
      {segments.map(({ speaker, startMs, text }, index) => (
        <li
          key={index}
          aria-current={index === currentIndex || undefined}
          className={cx(
            'grid grid-cols-[4.25rem_1fr] gap-x-3 rounded-control px-3 py-2',
            index === currentIndex && 'bg-primary-soft forced-colors:outline',
          )}
        >
          <span className="pt-0.5 text-meta leading-5">
            <span className={cx('block font-semibold', SPEAKERS[speaker].className)}>{SPEAKERS[speaker].name}</span>
            <span className={index === currentIndex ? 'text-on-primary-soft' : 'text-fg-subtle'}>
              {formatDuration(startMs / 1_000)}
            </span>
          </span>
          <span dir="auto" className="text-body">
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}
