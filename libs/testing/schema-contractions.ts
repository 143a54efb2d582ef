import type { EntityManager } from 'typeorm';

/** A column as seen by a product version. */
export interface ColumnShape {
  table: string;
  column: string;
  type: string;
  /** Whether inserts can omit it. */
  optional: boolean;
  nullable: boolean;
}

/** Loads the columns of all tables. */
export function loadColumns(manager: EntityManager): Promise<ColumnShape[]> {
  return manager.query(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional, not a.attnotnull as nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by 1, 2`);
}

/**
 * Describes what a product version built for `before` can't do with `after`: read removed columns, or insert rows
 * without new required columns.
 */
export function findContractions(before: readonly ColumnShape[], after: readonly ColumnShape[]): string[] {
  const qualifiedName = ({ table, column }: ColumnShape): string => `${table}.${column}`;
  const earlier = new Map(before.map((shape) => [qualifiedName(shape), shape]));
  const later = new Map(after.map((shape) => [qualifiedName(shape), shape]));
  const earlierTables = new Set(before.map(({ table }) => table));
  const changed = before.flatMap((shape) => {
    const name = qualifiedName(shape);
    const now = later.get(name);
    if (!now) return [`${name} is gone`];
    if (now.type !== shape.type) return [`${name} was ${shape.type} and is ${now.type}`];
    if (shape.nullable && !now.nullable) return [`${name} can no longer be null`];
    return shape.optional && !now.optional ? [`${name} no longer has a default`] : [];
  });
  const required = after
    .filter((shape) => !earlier.has(qualifiedName(shape)) && earlierTables.has(shape.table) && !shape.optional)
    .map((shape) => `${qualifiedName(shape)} is new and has no default`);
  return [...changed, ...required];
}
