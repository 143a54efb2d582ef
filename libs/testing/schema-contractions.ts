import type { EntityManager } from 'typeorm';

/** A column as seen by a product version. */
export interface ColumnShape {
  table: string;
  column: string;
  type: string;
  /** Whether inserts can omit it. */
  isOptional: boolean;
  isNullable: boolean;
}

/** Loads the columns of all tables. */
export function loadColumns(manager: EntityManager): Promise<ColumnShape[]> {
  return manager.query(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull or a.atthasdef or a.attidentity <> '' as "isOptional",
      not a.attnotnull as "isNullable"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by 1, 2`);
}

/**
 * Describes what a product version built for `before` can't do with `after`: read removed columns, or insert rows
 * without new required columns.
 */
export function findContractions(before: readonly ColumnShape[], after: readonly ColumnShape[]): string[] {
  const getQualifiedName = ({ table, column }: ColumnShape): string => `${table}.${column}`;
  const earlierColumns = new Map(before.map((shape) => [getQualifiedName(shape), shape]));
  const laterColumns = new Map(after.map((shape) => [getQualifiedName(shape), shape]));
  const earlierTables = new Set(before.map(({ table }) => table));
  const changed = before.flatMap((shape) => {
    const name = getQualifiedName(shape);
    const current = laterColumns.get(name);
    if (!current) return [`${name} is gone`];
    if (current.type !== shape.type) return [`${name} was ${shape.type} and is ${current.type}`];
    if (shape.isNullable && !current.isNullable) return [`${name} can no longer be null`];
    return shape.isOptional && !current.isOptional ? [`${name} no longer has a default`] : [];
  });
  const required = after
    .filter(
      (shape) => !earlierColumns.has(getQualifiedName(shape)) && earlierTables.has(shape.table) && !shape.isOptional,
    )
    .map((shape) => `${getQualifiedName(shape)} is new and has no default`);
  return [...changed, ...required];
}
