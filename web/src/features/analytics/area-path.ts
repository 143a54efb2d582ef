/** The chart's own coordinates: 0 to 100 from left to right and from top to bottom, stretched to its box. */
export const CHART_SIZE = 100;

interface AreaPath {
  line: string;
  /** The line, closed along the bottom. */
  area: string;
}

/** @param top the value at the upper edge, above zero */
export function areaPath(values: readonly number[], top: number): AreaPath {
  const points = values.map(
    (value, index) => `${rounded(xOf(index, values.length))} ${rounded(CHART_SIZE - (value / top) * CHART_SIZE)}`,
  );
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${rounded(xOf(values.length - 1, values.length))} ${CHART_SIZE}L0 ${CHART_SIZE}Z` };
}

/** The smallest of 1, 2, 4, 6 or 8 times a power of ten that is not below `value`; 1 for nothing at all. */
export function roundTop(value: number): number {
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8].find((step) => step * magnitude >= value) ?? 10) * magnitude;
}

/** Where the value of that index stands. */
export function xOf(index: number, count: number): number {
  return count > 1 ? (index / (count - 1)) * CHART_SIZE : 0;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
