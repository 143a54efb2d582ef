import { memo, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { formatDuration } from '../../../lib/format/format';
import { cx } from '../../../ui/cx';
import { SPEAKERS } from '../components/speakers';
import { groupBySpeaker } from './speaker-turns';

interface SpeakerTurnsProps {
  segments: readonly TranscriptSegment[];
  currentIndex: number;
  onSelect: (startMs: number) => void;
}

/** A transcript's timed lines, grouped by speaker. */
export const SpeakerTurns = memo(function SpeakerTurns({
  segments,
  currentIndex,
  onSelect,
}: SpeakerTurnsProps): ReactNode {
  const turns = useMemo(() => groupBySpeaker(segments), [segments]);
  const list = useRef<HTMLOListElement>(null);
  // The lines share one tab stop: the line last reached with the arrow keys, or else the current one.
  const [focusedLine, setFocusedLine] = useState<number | null>(null);
  const tabStop = focusedLine ?? Math.max(0, currentIndex);
  const moveFocus = (event: KeyboardEvent): void => {
    const target = getTargetLine(event.key, tabStop, segments.length - 1);
    if (target === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    getLineButton(list.current, target)?.focus();
  };
  return (
    <ol
      ref={list}
      aria-label="Lines. Use the arrow keys to move between them."
      className="grid gap-3"
      onKeyDown={moveFocus}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocusedLine(null);
      }}
    >
      {turns.map(({ speaker, lines }) => (
        <li key={lines[0]?.index} className="md:grid md:grid-cols-[5.5rem_minmax(0,1fr)]">
          <p
            className={cx(
              'px-3 py-1 leading-6 font-semibold md:sticky md:top-0 md:self-start',
              SPEAKERS[speaker].className,
            )}
          >
            {SPEAKERS[speaker].name}
          </p>
          <ol>
            {lines.map(({ index, startMs, text }) => (
              <li
                key={index}
                data-line={index}
                aria-current={index === currentIndex || undefined}
                className={cx(
                  'flex scroll-my-24 items-baseline gap-2 rounded-control px-3 py-1',
                  index === currentIndex && 'bg-primary-soft forced-colors:outline',
                )}
              >
                <button
                  type="button"
                  aria-label={`Go to ${formatDuration(startMs / 1_000)}`}
                  aria-describedby={`line-${index}`}
                  tabIndex={index === tabStop ? 0 : -1}
                  onFocus={() => setFocusedLine(index)}
                  onClick={() => onSelect(startMs)}
                  className={cx(
                    '-my-1 min-h-6 w-10 shrink-0 rounded-chip text-left text-meta underline-offset-4 hover:underline pointer-coarse:min-h-8',
                    index === currentIndex ? 'text-on-primary-soft' : 'text-fg-subtle',
                  )}
                >
                  {formatDuration(startMs / 1_000)}
                </button>
                <span id={`line-${index}`} dir="auto" className="min-w-0 grow text-body">
                  {text}
                </span>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
});

export function getLineButton(container: HTMLElement | null, line: number): HTMLButtonElement | null {
  return container?.querySelector<HTMLButtonElement>(`[data-line="${line}"] button`) ?? null;
}

function getTargetLine(key: string, line: number, lastLine: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, line - 1);
    case 'ArrowDown':
      return Math.min(lastLine, line + 1);
    case 'Home':
      return 0;
    case 'End':
      return lastLine;
    default:
      return undefined;
  }
}
