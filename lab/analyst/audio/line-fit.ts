// Weight of the ridge penalty, per example.
const RIDGE = 0.002;

/** Least squares with a slight ridge penalty: a constant, then one factor per sign. */
export function fitLine(signs: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const rows = signs.map((values) => [1, ...values]);
  const size = rows[0]?.length ?? 1;
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size + 1 }, (_, j) => {
      const sum = rows.reduce(
        (total, row, at) => total + (row[i] ?? 0) * (j < size ? (row[j] ?? 0) : (targets[at] ?? 0)),
        0,
      );
      return i === j && i > 0 ? sum + RIDGE * rows.length : sum;
    }),
  );
  return solve(matrix);
}

export function predict(line: readonly number[], signs: readonly number[]): number {
  return signs.reduce((sum, value, at) => sum + value * (line[at + 1] ?? 0), line[0] ?? 0);
}

// Gauss-Jordan elimination; the last column is the right side.
function solve(matrix: number[][]): number[] {
  const size = matrix.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = matrix
      .slice(column)
      .reduce(
        (best, row, at) => (Math.abs(row[column] ?? 0) > Math.abs(matrix[best]?.[column] ?? 0) ? column + at : best),
        column,
      );
    [matrix[column], matrix[pivot]] = [matrix[pivot] ?? [], matrix[column] ?? []];
    const pivotRow = matrix[column] ?? [];
    const scale = pivotRow[column] || Number.EPSILON;
    for (const [index, row] of matrix.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / scale;
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (pivotRow[at] ?? 0);
    }
  }
  return matrix.map((row, index) => (row[size] ?? 0) / (row[index] || Number.EPSILON));
}

/** Correlation from -1 to 1; 0 if one side doesn't vary. */
export function pearson(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  let [product, leftPower, rightPower] = [0, 0, 0];
  left.forEach((value, at) => {
    const [a, b] = [value - leftMean, (right[at] ?? 0) - rightMean];
    product += a * b;
    leftPower += a * a;
    rightPower += b * b;
  });
  return leftPower === 0 || rightPower === 0 ? 0 : product / Math.sqrt(leftPower * rightPower);
}

/** Rank correlation. */
export function spearman(left: readonly number[], right: readonly number[]): number {
  return pearson(ranks(left), ranks(right));
}

function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}
