import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';

// What a field can be filled from. Dates become text.
type Source<V> = V | (string extends V ? Date : never);

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
  const entries = listFields(type).map((name) => {
    const value = name in replacements ? replacements[name] : properties[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(entries) as T;
}

// Swagger puts a colon before each name.
function listFields({ prototype }: Type): string[] {
  const fields = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype as object) as string[];
  return fields.map((field) => field.slice(1));
}
