import { SqlRepository } from '../../postgres/sql';
import type { SealedColumn } from '../../sealed-fields';

export interface SealedValue {
  id: string;
  sealed: string;
}

/** All accounts' sealed values by column. Only used for key rotation. */
export class SealedValuesRepository extends SqlRepository {
  /** Lists a column's values in rows with an id greater than `after`, sorted by id. */
  list({ table, column, idColumn }: SealedColumn, after: string, limit: number): Promise<SealedValue[]> {
    return this.rows(
      `
      select ${idColumn} as id, ${column} as sealed from ${table}
      where ${column} is not null and ${idColumn} > $1::uuid order by ${idColumn} limit $2`,
      [after, limit],
    );
  }

  find({ table, column, idColumn }: SealedColumn, ids: readonly string[]): Promise<SealedValue[]> {
    return this.rows(
      `
      select ${idColumn} as id, ${column} as sealed from ${table}
        where ${column} is not null and ${idColumn} = any($1::uuid[])`,
      [ids],
    );
  }

  /**
   * Replaces values with re-encrypted ones, unless they have changed since.
   * @returns the ids of the updated rows
   */
  async replace(
    { table, column, idColumn }: SealedColumn,
    values: readonly (SealedValue & { rotated: string })[],
  ): Promise<Set<string>> {
    const changed = await this.rows<{ id: string }>(
      `
      update ${table} set ${column} = value.rotated
      from unnest($1::uuid[], $2::text[], $3::text[]) as value (id, sealed, rotated)
      where ${table}.${idColumn} = value.id and ${table}.${column} = value.sealed returning value.id`,
      [values.map(({ id }) => id), values.map(({ sealed }) => sealed), values.map(({ rotated }) => rotated)],
    );
    return new Set(changed.map(({ id }) => id));
  }
}
