/** A label with its confidence (0 to 1) and whether it was correct. */
export interface RatedLabel {
  confidence: number;
  isCorrect: boolean;
}

/** Number of labels used to estimate the accuracy near a confidence. */
export const WINDOW_AROUND_LIMIT = 60;

const BIN_COUNT = 10;
const COVERAGES = ['0.7', '0.8', '0.85', '0.9', '1'] as const;

/** Expected calibration error: the mean gap between confidence and accuracy over ten confidence bins. */
export function calibrationError(labels: readonly RatedLabel[]): number {
  const bins = Array.from({ length: BIN_COUNT }, () => 0);
  for (const { confidence, isCorrect } of labels) {
    const bin = Math.min(BIN_COUNT - 1, Math.floor(confidence * BIN_COUNT));
    bins[bin] = (bins[bin] ?? 0) + confidence - (isCorrect ? 1 : 0);
  }
  return bins.reduce((sum, gap) => sum + Math.abs(gap), 0) / Math.max(1, labels.length);
}

/** Accuracy of the most confident fraction of labels, for several fractions. */
export function accuracyByCoverage(labels: readonly RatedLabel[]): Record<(typeof COVERAGES)[number], number> {
  const ranked = [...labels].sort((a, b) => b.confidence - a.confidence);
  const accuracy = (coverage: string): number => {
    const mostConfident = ranked.slice(0, Math.round(ranked.length * Number(coverage)));
    return mostConfident.filter(({ isCorrect }) => isCorrect).length / Math.max(1, mostConfident.length);
  };
  return Object.fromEntries(COVERAGES.map((coverage) => [coverage, accuracy(coverage)])) as Record<
    (typeof COVERAGES)[number],
    number
  >;
}

/**
 * The lowest confidence at which labels reach the target accuracy, measured over the next `window` labels. 1 if there
 * isn't one.
 */
export function confidenceFor(labels: readonly RatedLabel[], targetAccuracy: number, window: number): number {
  const ranked = [...labels].sort((a, b) => a.confidence - b.confidence);
  for (let start = 0; start + window <= ranked.length; start += 1) {
    const windowLabels = ranked.slice(start, start + window);
    if (windowLabels.filter(({ isCorrect }) => isCorrect).length / window >= targetAccuracy)
      return windowLabels[0]?.confidence ?? 1;
  }
  return 1;
}
