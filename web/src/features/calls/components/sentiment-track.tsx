import { Fragment, type CSSProperties, type ReactNode } from 'react';

import type { MoodSpan } from '@ringwell/domain/analysis';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/sentiment';

import { formatDuration, spokenDuration } from '../../../lib/format';
import { cx } from '../../../ui/cx';

const LOOKS: Record<Sentiment, string> = {
  positive: 'top-0 bg-positive-solid',
  neutral: 'top-1/2 -translate-y-1/2 bg-neutral-solid',
  negative: 'bottom-0 bg-negative-solid',
};

interface SentimentTrackProps {
  course: readonly MoodSpan[];
  durationMs: number;
  /** Makes the spans buttons that lead to their moment. */
  onSelect?: (span: MoodSpan) => void;
}

/** The customer's mood over the call: up is positive, the middle neutral, down negative. */
export function SentimentTrack({ course, durationMs, onSelect }: SentimentTrackProps): ReactNode {
  const sentence = course
    .map(
      ({ sentiment, startMs }) =>
        `${SENTIMENT_LABELS[sentiment].toLowerCase()} from ${spokenDuration(startMs / 1_000)}`,
    )
    .join(', ');
  return (
    <div
      role={onSelect ? 'group' : 'img'}
      aria-label={`Mood: ${sentence}.`}
      className="relative flex h-6 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-border"
    >
      {course.map((span, index) => {
        const { sentiment, startMs, endMs } = span;
        const silenceMs = Math.max(0, startMs - (course[index - 1]?.endMs ?? 0));
        const bar = (
          <span
            className={cx(
              'absolute right-0.5 left-0 h-1.5 rounded-full forced-colors:bg-[CanvasText]',
              LOOKS[sentiment],
            )}
          />
        );
        const label = `${SENTIMENT_LABELS[sentiment]}, ${formatDuration(startMs / 1_000)} to ${formatDuration(endMs / 1_000)}`;
        return (
          <Fragment key={startMs}>
            {silenceMs > 0 && <span style={widthOf(silenceMs)} />}
            {/* A finger needs 24 px; a shorter span borrows them from its neighbours. */}
            {onSelect ? (
              <button
                type="button"
                aria-label={label}
                title={label}
                onClick={() => onSelect(span)}
                className="relative min-w-6 rounded-chip"
                style={widthOf(endMs - startMs)}
              >
                {bar}
              </button>
            ) : (
              <span className="relative" style={widthOf(endMs - startMs)}>
                {bar}
              </span>
            )}
          </Fragment>
        );
      })}
      <span style={widthOf(Math.max(0, durationMs - (course.at(-1)?.endMs ?? 0)))} />
    </div>
  );
}

/** As wide as it is long. */
function widthOf(lengthMs: number): CSSProperties {
  return { flex: `${lengthMs} 1 0` };
}
