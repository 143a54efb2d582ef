import type { ReactNode } from 'react';

import { cx } from '../../../ui/cx';

const BAR_SPACING = 4;
const HEIGHT = 48;

interface WaveformProps {
  /** Loudness throughout the recording, from 0 to 1. */
  peaks: readonly number[];
  progress: number;
  className?: string;
}

// Hidden from assistive technology, because the slider on top of it conveys the same information.
export function Waveform({ peaks, progress, className }: WaveformProps): ReactNode {
  const path = peaks
    .map((peak, index) => {
      const halfHeight = Math.max(1, (peak * (HEIGHT - 4)) / 2);
      return `M${index * BAR_SPACING + BAR_SPACING / 2} ${(HEIGHT / 2 - halfHeight).toFixed(1)}v${(halfHeight * 2).toFixed(1)}`;
    })
    .join('');
  const svgProps = {
    viewBox: `0 0 ${peaks.length * BAR_SPACING} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    fill: 'none',
    strokeWidth: 2,
    strokeLinecap: 'round',
  } as const;
  return (
    <span aria-hidden className={cx('relative block', className)}>
      <svg {...svgProps} className="absolute inset-0 size-full stroke-border-strong/55">
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <svg
        {...svgProps}
        className="absolute inset-0 size-full stroke-primary"
        style={{ clipPath: `inset(0 ${(1 - progress) * 100}% 0 0)` }}
      >
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
    </span>
  );
}
