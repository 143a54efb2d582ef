import type { EntityManager } from 'typeorm';

/**
 * Runs one statement and gives its rows, whatever the kind of statement. (TypeORM answers an UPDATE or DELETE with
 * `[rows, count]`, everything else with rows.)
 */
export async function rows<T>(manager: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
  const result: unknown = await manager.query(sql, [...parameters]);
  const isPair = Array.isArray(result) && Array.isArray(result[0]) && typeof result[1] === 'number';
  return (isPair ? result[0] : result) as T[];
}

/** Runs one statement that gives at most one row. */
export async function row<T>(
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<T | undefined> {
  return (await rows<T>(manager, sql, parameters))[0];
}

const UNIQUE_VIOLATION = '23505';

/** The name of the unique constraint that an error broke, or `undefined` for any other error. */
export function violatedUniqueConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('driverError' in error)) return undefined;
  const driverError = error.driverError as { code?: string; constraint?: string };
  return driverError.code === UNIQUE_VIOLATION ? driverError.constraint : undefined;
}
