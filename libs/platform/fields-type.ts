import type { Type } from '@nestjs/common';

/** A decorator for a class property that also carries the type of the property's values. */
export type Field<V> = PropertyDecorator & { readonly values?: () => V };

type Fields = Record<string, Field<unknown>>;
type ValueOf<F> = F extends Field<infer V> ? V : never;
type Values<F> = { [K in keyof F as undefined extends ValueOf<F[K]> ? never : K]: ValueOf<F[K]> } & {
  [K in keyof F as undefined extends ValueOf<F[K]> ? K : never]?: ValueOf<F[K]>;
};

/**
 * Returns a class to extend that has these fields, after those of `base` if given: `class ToolDto extends
 * FieldsType({ name: text({ example: 'Drill' }) }) {}`.
 */
export function FieldsType<F extends Fields>(fields: F): Type<Values<F>>;
export function FieldsType<B, F extends Fields>(base: Type<B>, fields: F): Type<B & Values<F>>;
export function FieldsType(...parts: [Fields] | [Type<object>, Fields]): Type<object> {
  const [base, fields] = parts.length === 1 ? [Object, parts[0]] : parts;
  class ClassWithFields extends (base as Type<object>) {}
  for (const [name, decorate] of Object.entries(fields)) decorate(ClassWithFields.prototype, name);
  return ClassWithFields;
}

/** Adds decorators to a field, such as validators for a request field. */
export function withDecorators<V>(field: Field<V>, ...decorators: PropertyDecorator[]): Field<V> {
  return (target, name) => {
    for (const decorate of [field, ...decorators]) decorate(target, name);
  };
}
