import type { Type } from '@nestjs/common';

/** A field of a class: what decorates the property, with the type of its values. */
export type Field<V> = PropertyDecorator & { readonly values?: () => V };

type Fields = Record<string, Field<unknown>>;
type ValueOf<F> = F extends Field<infer V> ? V : never;
type Values<F> = { [K in keyof F as undefined extends ValueOf<F[K]> ? never : K]: ValueOf<F[K]> } & {
  [K in keyof F as undefined extends ValueOf<F[K]> ? K : never]?: ValueOf<F[K]>;
};

/**
 * The base of a class with these fields, after those of another class, if it is given:
 * `class ToolDto extends FieldsType({ name: text({ example: 'Drill' }) }) {}`.
 */
export function FieldsType<F extends Fields>(fields: F): Type<Values<F>>;
export function FieldsType<B, F extends Fields>(base: Type<B>, fields: F): Type<B & Values<F>>;
export function FieldsType(...parts: [Fields] | [Type<object>, Fields]): Type<object> {
  const [base, fields] = parts.length === 1 ? [Object, parts[0]] : parts;
  class Described extends (base as Type<object>) {}
  for (const [name, decorate] of Object.entries(fields)) decorate(Described.prototype, name);
  return Described;
}

/** A field with more decorators, such as the validators of a request's field. */
export function decorated<V>(field: Field<V>, ...decorators: PropertyDecorator[]): Field<V> {
  return (target, name) => {
    for (const decorate of [field, ...decorators]) decorate(target, name);
  };
}
