import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

import type { Field } from '@ringwell/platform/fields-type';

export { FieldsType, withDecorators, type Field } from '@ringwell/platform/fields-type';

type Instance<T> = T extends StringConstructor ? string : T extends NumberConstructor ? number : InstanceOf<T>;
type InstanceOf<T> = T extends Type<infer V> ? V : never;

type Options<N extends boolean, R extends boolean> = Omit<ApiPropertyOptions, 'nullable' | 'required'> & {
  nullable?: N;
  required?: R;
};
type OptionalField<V, N, R> = Field<V | (N extends true ? null : never) | (R extends false ? undefined : never)>;
type FieldFactory<V> = <N extends boolean = false, R extends boolean = true>(
  options?: Options<N, R>,
) => OptionalField<V, N, R>;

/** Declares a field of a type that the functions below don't cover. */
export function field<V>(schema: ApiPropertyOptions): Field<V> {
  return ApiProperty(schema);
}

export const text = fieldFactory<string>({ type: String });
export const boolean = fieldFactory<boolean>({ type: Boolean });
export const number = fieldFactory<number>({ type: Number });
export const integer = fieldFactory<number>({ type: 'integer' });
export const uuid = fieldFactory<string>({ type: String, format: 'uuid' });
export const date = fieldFactory<string>({ type: String, format: 'date' });
export const dateTime = fieldFactory<string>({ type: String, format: 'date-time' });
export const json = fieldFactory<Record<string, unknown>>({ type: 'object', additionalProperties: true });

export function oneOf<const V extends string, N extends boolean = false, R extends boolean = true>(
  values: readonly V[],
  options?: Options<N, R>,
): OptionalField<V, N, R> {
  return fieldFactory<V>({ type: String, enum: [...values] })(options);
}

export function someOf<V extends string>(values: readonly V[], options?: Options<false, true>): Field<V[]> {
  return fieldFactory<V[]>({ enum: [...values], isArray: true })(options);
}

/** Declares a field whose type is another DTO. */
export function object<V, N extends boolean = false, R extends boolean = true>(
  type: Type<V>,
  options?: Options<N, R>,
): OptionalField<V, N, R> {
  return fieldFactory<V>({ type })(options);
}

export function listOf<T extends Type, N extends boolean = false, R extends boolean = true>(
  type: T,
  options?: Options<N, R>,
): OptionalField<Instance<T>[], N, R> {
  return fieldFactory<Instance<T>[]>({ type: [type] })(options);
}

function fieldFactory<V>(schema: ApiPropertyOptions): FieldFactory<V> {
  return (options) => field({ ...schema, ...options } as ApiPropertyOptions);
}
