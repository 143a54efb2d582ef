// Weight of the ridge penalty, per example.
const RIDGE = 0.002;

/** Least squares with a slight ridge penalty: a constant, then one coefficient per feature. */
export function fitLine(features: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const rows = features.map((values) => [1, ...values]);
  const size = rows[0]?.length ?? 1;
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size + 1 }, (_, j) => {
      const sum = rows.reduce(
        (total, row, index) => total + (row[i] ?? 0) * (j < size ? (row[j] ?? 0) : (targets[index] ?? 0)),
        0,
      );
      return i === j && i > 0 ? sum + RIDGE * rows.length : sum;
    }),
  );
  return solve(matrix);
}

export function predict(line: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (line[index + 1] ?? 0), line[0] ?? 0);
}

// Gauss-Jordan elimination; the last column is the right-hand side.
function solve(matrix: number[][]): number[] {
  const size = matrix.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = matrix
      .slice(column)
      .reduce(
        (best, row, i) => (Math.abs(row[column] ?? 0) > Math.abs(matrix[best]?.[column] ?? 0) ? column + i : best),
        column,
      );
    [matrix[column], matrix[pivot]] = [matrix[pivot] ?? [], matrix[column] ?? []];
    const pivotRow = matrix[column] ?? [];
    const scale = pivotRow[column] || Number.EPSILON;
    for (const [index, row] of matrix.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / scale;
      for (let i = column; i <= size; i += 1) row[i] = (row[i] ?? 0) - factor * (pivotRow[i] ?? 0);
    }
  }
  return matrix.map((row, index) => (row[size] ?? 0) / (row[index] || Number.EPSILON));
}

/** Correlation from -1 to 1; 0 if either input is constant. */
export function pearson(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  let [product, leftPower, rightPower] = [0, 0, 0];
  left.forEach((value, index) => {
    const [a, b] = [value - leftMean, (right[index] ?? 0) - rightMean];
    product += a * b;
    leftPower += a * a;
    rightPower += b * b;
  });
  return leftPower === 0 || rightPower === 0 ? 0 : product / Math.sqrt(leftPower * rightPower);
}

/** Rank correlation. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(computeRanks(a), computeRanks(b));
}

function computeRanks(values: readonly number[]): number[] {
  return values.map((value) => {
    const smallerCount = values.filter((otherValue) => otherValue < value).length;
    const equalCount = values.filter((otherValue) => otherValue === value).length;
    return smallerCount + (equalCount + 1) / 2;
  });
}
