import type { EntityManager } from 'typeorm';

/** Runs a statement and returns its rows. For UPDATE and DELETE, TypeORM returns `[rows, count]` instead of rows. */
export async function rows<T>(manager: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
  const result: unknown = await manager.query(sql, [...parameters]);
  const isPair = Array.isArray(result) && Array.isArray(result[0]) && typeof result[1] === 'number';
  return (isPair ? result[0] : result) as T[];
}

export async function row<T>(
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<T | undefined> {
  return (await rows<T>(manager, sql, parameters))[0];
}

/** Base class for repositories, which run in their manager's transaction, if any. */
export abstract class SqlRepository {
  constructor(protected readonly manager: EntityManager) {}

  protected rows<T>(sql: string, parameters?: readonly unknown[]): Promise<T[]> {
    return rows<T>(this.manager, sql, parameters);
  }

  protected row<T>(sql: string, parameters?: readonly unknown[]): Promise<T | undefined> {
    return row<T>(this.manager, sql, parameters);
  }

  /** The only row of a statement that always returns one, such as a count. */
  protected async onlyRow<T>(sql: string, parameters?: readonly unknown[]): Promise<T> {
    const row = await this.row<T>(sql, parameters);
    if (row === undefined) throw new Error('The statement returned no rows.');
    return row;
  }

  /** The values of the only column. */
  protected async values<T>(sql: string, parameters?: readonly unknown[]): Promise<T[]> {
    const rows = await this.rows<Record<string, T>>(sql, parameters);
    return rows.flatMap((each) => Object.values(each));
  }

  /** The value of the only column, or `undefined` if there is no row. */
  protected async value<T>(sql: string, parameters?: readonly unknown[]): Promise<T | undefined> {
    return (await this.values<T>(sql, parameters))[0];
  }

  /** Like `value`, for a statement that always returns a row. */
  protected async onlyValue<T>(sql: string, parameters?: readonly unknown[]): Promise<T> {
    return Object.values(await this.onlyRow<Record<string, T>>(sql, parameters))[0] as T;
  }

  protected async countRows(sql: string, parameters?: readonly unknown[]): Promise<number> {
    return (await this.rows(sql, parameters)).length;
  }

  /** Whether the statement returns a row. */
  protected async hasRow(sql: string, parameters?: readonly unknown[]): Promise<boolean> {
    return (await this.row(sql, parameters)) !== undefined;
  }
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Returns SQL that folds a name, for sorting and searching. It can be indexed, and unlike `call_search_text` doesn't take
 * seconds for tens of thousands of names, so it only knows the accents of European languages.
 */
export function foldNameSql(name: string): string {
  return `translate(lower(${name}), 'áàâäãåāąéèêëēęěíìîïīóòôöõøōúùûüūůýÿñńňçćčšśžźżłďťřğış’', 'aaaaaaaaeeeeeeeiiiiiooooooouuuuuuyynnncccsszzzldtrgis''')`;
}

const UNIQUE_VIOLATION = '23505';
const DEADLOCK_DETECTED = '40P01';

export function violatedUniqueConstraint(error: unknown): string | undefined {
  const { code, constraint } = getDriverError(error);
  return code === UNIQUE_VIOLATION ? constraint : undefined;
}

export function isDeadlock(error: unknown): boolean {
  return getDriverError(error).code === DEADLOCK_DETECTED;
}

/** Returns PostgreSQL's error code and constraint; an empty object for other errors. */
export function getDriverError(error: unknown): { code?: string; constraint?: string } {
  return error instanceof Error && 'driverError' in error ? (error.driverError as object) : {};
}
