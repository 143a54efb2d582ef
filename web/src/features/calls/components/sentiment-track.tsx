import { Fragment, type CSSProperties, type ReactNode } from 'react';

import type { MoodSpan } from '@ringwell/domain/calls/analysis';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import { formatDuration, spokenDuration } from '../../../lib/format/format';
import { cx } from '../../../ui/cx';

// In forced colors, moods are distinguished by line style in addition to position.
const BAR_CLASSES: Record<Sentiment, string> = {
  positive: 'top-0 bg-positive-solid forced-colors:border-solid',
  neutral: 'top-1/2 -translate-y-1/2 bg-neutral-solid forced-colors:border-dotted',
  negative: 'bottom-0 bg-negative-solid forced-colors:border-double',
};

interface SentimentTrackProps {
  moodSpans: readonly MoodSpan[];
  durationMs: number;
  onSelect?: (span: MoodSpan) => void;
}

/** The customer's mood throughout the call: positive at the top, neutral in the middle, negative at the bottom. */
export function SentimentTrack({ moodSpans, durationMs, onSelect }: SentimentTrackProps): ReactNode {
  const summary = moodSpans
    .map(
      ({ sentiment, startMs }) =>
        `${SENTIMENT_LABELS[sentiment].toLowerCase()} from ${spokenDuration(startMs / 1_000)}`,
    )
    .join(', ');
  return (
    <div
      role={onSelect ? 'group' : 'img'}
      aria-label={`Mood: ${summary}.`}
      className="relative flex h-6 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-border"
    >
      {moodSpans.map((span, index) => {
        const { sentiment, startMs, endMs } = span;
        const silenceMs = Math.max(0, startMs - (moodSpans[index - 1]?.endMs ?? 0));
        const bar = (
          <span
            className={cx(
              'absolute right-0.5 left-0 h-1.5 rounded-full',
              'forced-colors:h-0 forced-colors:rounded-none forced-colors:border-t-6 forced-colors:border-[CanvasText]',
              BAR_CLASSES[sentiment],
            )}
          />
        );
        const period = `${formatDuration(startMs / 1_000)} to ${formatDuration(endMs / 1_000)}`;
        const label = `${SENTIMENT_LABELS[sentiment]}, ${period}`;
        return (
          <Fragment key={startMs}>
            {silenceMs > 0 && <span style={getFlexStyle(silenceMs)} />}
            {/* The touch target is at least 24 px wide, overlapping the neighboring spans. */}
            {onSelect ? (
              <button
                type="button"
                aria-label={label}
                title={label}
                onClick={() => onSelect(span)}
                className="relative min-w-6 rounded-chip"
                style={getFlexStyle(endMs - startMs)}
              >
                {bar}
              </button>
            ) : (
              <span className="relative" style={getFlexStyle(endMs - startMs)}>
                {bar}
              </span>
            )}
          </Fragment>
        );
      })}
      <span style={getFlexStyle(Math.max(0, durationMs - (moodSpans.at(-1)?.endMs ?? 0)))} />
    </div>
  );
}

function getFlexStyle(lengthMs: number): CSSProperties {
  return { flex: `${lengthMs} 1 0` };
}
