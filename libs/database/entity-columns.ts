import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/**
 * An entity's columns for a hand-written statement. Reading the row separately through TypeORM would cost more than the
 * statement itself.
 */
export class EntityColumns<T extends ObjectLiteral> {
  readonly sql: string;
  private readonly properties: { property: string; field: string }[];

  /** Reads all properties unless `only` or `without` limits them. Each one costs time here and in PostgreSQL. */
  constructor(
    manager: EntityManager,
    entity: EntityTarget<T>,
    alias: string,
    { only, without = [] }: { only?: readonly string[]; without?: readonly string[] } = {},
  ) {
    const { columns: allColumns } = manager.dataSource.getMetadata(entity);
    const columns = allColumns.filter(
      ({ propertyName }) => (only?.includes(propertyName) ?? true) && !without.includes(propertyName),
    );
    this.properties = columns.map(({ propertyName }) => ({
      property: propertyName,
      field: `${alias}.${propertyName}`,
    }));
    this.sql = columns
      .map(({ databaseName, propertyName }) => `${alias}.${databaseName} as "${alias}.${propertyName}"`)
      .join(', ');
  }

  // Reads the entity, without relations, from one of the statement's rows.
  read(row: Record<string, unknown>): T {
    const entity: Record<string, unknown> = {};
    for (const { property, field } of this.properties) entity[property] = row[field];
    return entity as T;
  }
}
