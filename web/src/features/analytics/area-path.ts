/** The chart's coordinates range from 0 to 100, left to right and top to bottom. */
export const CHART_SIZE = 100;

interface AreaPath {
  line: string;
  area: string;
}

export function areaPath(values: readonly number[], maximum: number): AreaPath {
  const points = values.map(
    (value, index) => `${round(toX(index, values.length))} ${round(CHART_SIZE - (value / maximum) * CHART_SIZE)}`,
  );
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${round(toX(values.length - 1, values.length))} ${CHART_SIZE}L0 ${CHART_SIZE}Z` };
}

/** The smallest 1, 2, 4, 6 or 8 times a power of ten that is at least `value`, or 1 for 0. */
export function axisMaximum(value: number): number {
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8].find((step) => step * magnitude >= value) ?? 10) * magnitude;
}

export function toX(index: number, count: number): number {
  return count > 1 ? (index / (count - 1)) * CHART_SIZE : 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
