import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';

// What a field can be filled from. Dates become text.
type Source<V> = V | (string extends V ? Date : never);

// Lists fill many objects of a type, and reading its fields takes longer than filling one.
const fieldsByType = new Map<Type, readonly string[]>();

/**
 * Fills the fields of a DTO from `values`, and those that `values` lacks from properties of the same name in `source`,
 * whose other properties are left out. Dates become timestamps in ISO 8601.
 */
export function toDto<T extends object, V extends { [K in keyof T]?: Source<T[K]> } = Record<never, never>>(
  type: Type<T>,
  source: { [K in Exclude<keyof T, keyof V>]: Source<T[K]> },
  values?: V,
): T {
  const properties: Record<string, unknown> = source;
  const replacements: Record<string, unknown> = values ?? {};
  const dto: Record<string, unknown> = {};
  for (const name of listFields(type)) {
    const value = name in replacements ? replacements[name] : properties[name];
    dto[name] = value instanceof Date ? value.toISOString() : value;
  }
  return dto as T;
}

function listFields(type: Type): readonly string[] {
  const knownFields = fieldsByType.get(type);
  if (knownFields) return knownFields;
  const names = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, type.prototype as object) as string[];
  const fields = names.map((name) => name.slice(1)); // Swagger puts a colon before each name
  fieldsByType.set(type, fields);
  return fields;
}
