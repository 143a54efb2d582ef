import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { rows } from '../postgres/sql';
import type { SealedColumn } from '../sealed-fields';

/** One sealed value and the row it stands in. */
export interface SealedValue {
  /** Of the row: what the seal is bound to. */
  id: string;
  sealed: string;
}

/** Sealed values of every account, by their columns. For changing the key only. */
@Injectable()
export class SealedValuesRepository {
  constructor(private readonly manager: EntityManager) {}

  /** The next values of a column in the order of their rows' ids. @param after the last id that has been seen */
  list({ table, column, idColumn }: SealedColumn, after: string, limit: number): Promise<SealedValue[]> {
    return rows(
      this.manager,
      `
      select ${idColumn} as id, ${column} as sealed from ${table}
      where ${column} is not null and ${idColumn} > $1::uuid order by ${idColumn} limit $2`,
      [after, limit],
    );
  }

  /** The values of these rows as they are now. */
  find({ table, column, idColumn }: SealedColumn, ids: readonly string[]): Promise<SealedValue[]> {
    return rows(
      this.manager,
      `
      select ${idColumn} as id, ${column} as sealed from ${table} where ${column} is not null and ${idColumn} = any($1::uuid[])`,
      [ids],
    );
  }

  /**
   * Puts other seals of the same secrets in their place. A value that somebody has changed meanwhile stays as it is.
   * @returns the ids of the rows that were changed
   */
  async replace(
    { table, column, idColumn }: SealedColumn,
    values: readonly (SealedValue & { resealed: string })[],
  ): Promise<Set<string>> {
    const changed = await rows<{ id: string }>(
      this.manager,
      `
      update ${table} set ${column} = value.resealed
      from unnest($1::uuid[], $2::text[], $3::text[]) as value (id, sealed, resealed)
      where ${table}.${idColumn} = value.id and ${table}.${column} = value.sealed returning value.id`,
      [values.map(({ id }) => id), values.map(({ sealed }) => sealed), values.map(({ resealed }) => resealed)],
    );
    return new Set(changed.map(({ id }) => id));
  }
}
