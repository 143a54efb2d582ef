import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

import { AppError, type FieldError } from '@ringwell/domain/app-error';
import { hasLoneSurrogate } from '@ringwell/domain/sanitize-for-storage';

/** class-transformer drops these without a word, as they could reach into prototypes. */
const DROPPED_FIELDS = ['__proto__', 'constructor'];

const NO_SUCH_FIELD = 'There is no field of this name.';
const BROKEN_TEXT = 'This contains a broken character (half of a surrogate pair). Remove it and try again.';

/** Checks what comes in against its class; a field that the class does not have is an error, not ignored. */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => validationFailed(errors.flatMap((error) => fieldErrors(error))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' && !isObjectOrNothing(value)) throw notAnObject();
    const dropped = metadata.type === 'custom' ? [] : droppedFields(value);
    if (dropped.length > 0) throw validationFailed(dropped.map((field) => ({ field, message: NO_SUCH_FIELD })));
    const broken = metadata.type === 'custom' ? [] : brokenFields(value);
    if (broken.length > 0) throw validationFailed(broken.map((field) => ({ field, message: BROKEN_TEXT })));
    return (await super.transform(value, metadata)) as unknown;
  }

  /** The same check for data that is not a route's parameter. @throws AppError `VALIDATION_FAILED` */
  async check<T extends object>(type: Type<T>, plain: object): Promise<T> {
    return (await this.transform(plain, { type: 'body', metatype: type })) as T;
  }
}

/** @param errors one for each field, in words for the person who sent it */
export function validationFailed(errors: FieldError[]): AppError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new AppError({
    kind: 'invalid',
    code: 'VALIDATION_FAILED',
    message: first ? `${first.field}: ${first.message}${more}` : 'The request is not valid.',
    errors,
  });
}

/** No body, or `null`, counts as an object without fields. */
function isObjectOrNothing(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && !Array.isArray(value));
}

/** The library would complain of the fields of an empty object, or in words of its own. */
function notAnObject(): AppError {
  const message = 'The body must be a JSON object.';
  return new AppError({ kind: 'invalid', code: 'VALIDATION_FAILED', message, errors: [{ field: 'body', message }] });
}

/** Paths of the fields that would be dropped. Bodies are read with a limit to their depth. */
function droppedFields(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const field = path ? `${path}.${key}` : key;
    return DROPPED_FIELDS.includes(key) ? [field] : droppedFields(item, field);
  });
}

/** Fields whose text holds a lone surrogate. JSON can spell one (`"\\ud800"`), but PostgreSQL refuses to store it. */
function brokenFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter((entry) => hasBrokenText(entry))
    .map(([field]) => field);
}

function hasBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return hasLoneSurrogate(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasLoneSurrogate(key) || hasBrokenText(item));
}

/** The first broken rule of each field is enough to mend it. */
function fieldErrors({ property, constraints = {}, children = [] }: ValidationError, parent = ''): FieldError[] {
  const field = parent ? `${parent}.${property}` : property;
  const [broken] = Object.entries(constraints);
  return [
    ...(broken ? [{ field, message: broken[0] === 'whitelistValidation' ? NO_SUCH_FIELD : broken[1] }] : []),
    ...children.flatMap((child) => fieldErrors(child, field)),
  ];
}
