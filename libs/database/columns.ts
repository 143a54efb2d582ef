import {
  Column,
  CreateDateColumn,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type ColumnOptions,
  type ColumnType,
  type RelationOptions,
} from 'typeorm';

import type { Field } from '@ringwell/platform/fields-type';

interface Options extends ColumnOptions {
  /** Name of an index on the column alone. */
  index?: string;
}

interface ColumnFactory<T> {
  <V extends T = T>(options: Options & { nullable: true }): Field<V | null>;
  <V extends T = T>(options?: Options): Field<V>;
}

interface Values {
  date: string;
  integer: number;
  text: string;
  timestamptz: Date;
  uuid: string;
}

export const boolean = columnFactory<boolean>('boolean');
export const text = columnFactory<string>('text');
export const uuid = columnFactory<string>('uuid');
export const smallint = columnFactory<number>('smallint');
export const integer = columnFactory<number>('integer');
export const real = columnFactory<number>('real');
export const bigint = columnFactory<string>('bigint');
export const numeric = columnFactory<string>('numeric');
export const date = columnFactory<string>('date');
export const timestamptz = columnFactory<Date>('timestamptz');
export const jsonb = columnFactory<unknown>('jsonb');

/** Declares an array column, or a column of a type that the functions above don't cover. */
export function column<V>(type: ColumnType, { index, ...options }: Options = {}): Field<V> {
  return (entity, name) => {
    Column(type as 'text', options)(entity, name);
    if (index !== undefined) Index(index)(entity, name);
  };
}

/** Declares a column that is set when the row is inserted. */
export function insertionTime(options?: ColumnOptions): Field<Date> {
  return CreateDateColumn({ type: 'timestamptz', ...options });
}

/** Declares a column that is set whenever TypeORM saves the row. */
export function updateTime(options?: ColumnOptions): Field<Date> {
  return UpdateDateColumn({ type: 'timestamptz', ...options });
}

/** Declares a primary key column. `primaryKeyConstraintName` names the constraint. */
export function primaryKey<T extends keyof Values>(type: T, primaryKeyConstraintName: string): Field<Values[T]> {
  return PrimaryColumn(type, { primaryKeyConstraintName });
}

/** Declares a primary key that PostgreSQL generates. */
export function generatedId(primaryKeyConstraintName: string): Field<string> {
  return PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName });
}

type OnDeleteType = RelationOptions['onDelete'];

interface ReferenceOptions {
  index?: string;
  /** Name of the primary key constraint, if the reference is part of the key. */
  primaryKey?: string;
}

/**
 * Declares a column with the id of another entity's row.
 * @param name name of the foreign key
 * @param onDelete what happens when that row is deleted
 */
export function reference(
  to: () => unknown,
  name: string,
  onDelete: OnDeleteType,
  options: ReferenceOptions & { nullable: true },
): Field<string | null>;
export function reference(
  to: () => unknown,
  name: string,
  onDelete: OnDeleteType,
  options?: ReferenceOptions,
): Field<string>;
export function reference(
  to: () => unknown,
  name: string,
  onDelete: OnDeleteType,
  { nullable, index, primaryKey: key }: ReferenceOptions & { nullable?: boolean } = {},
): Field<string | null> {
  return (entity, property) => {
    (key === undefined ? column('uuid', { nullable }) : primaryKey('uuid', key))(entity, property);
    if (index !== undefined) Index(index)(entity, property);
    ForeignKey(to as () => new () => object, { name, onDelete })(entity, property);
  };
}

function columnFactory<T>(type: ColumnType): ColumnFactory<T> {
  return (options?: Options) => column(type, options);
}
