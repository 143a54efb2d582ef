import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** The columns of an entity in a statement of ours: TypeORM would read the row in its own, which costs more than the statement. */
export class EntityColumns<T extends ObjectLiteral> {
  /** For the list of what a statement gives back. */
  readonly sql: string;
  private readonly properties: { property: string; field: string }[];

  /** @param alias of the table in the statement */
  constructor(manager: EntityManager, entity: EntityTarget<T>, alias: string) {
    const { columns } = manager.dataSource.getMetadata(entity);
    this.properties = columns.map(({ propertyName }) => ({
      property: propertyName,
      field: `${alias}.${propertyName}`,
    }));
    this.sql = columns
      .map(({ databaseName, propertyName }) => `${alias}.${databaseName} as "${alias}.${propertyName}"`)
      .join(', ');
  }

  /** The entity in a row of the statement; without relations. */
  read(row: Record<string, unknown>): T {
    const entity: Record<string, unknown> = {};
    for (const { property, field } of this.properties) entity[property] = row[field];
    return entity as T;
  }
}
