import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

import { AppError, type FieldError } from '@ringwell/domain/errors/app-error';
import { hasLoneSurrogate } from '@ringwell/domain/text/sanitize-for-storage';

import { cacheValidationRules } from './cache-validation-metadata';

cacheValidationRules();

// class-transformer silently drops these fields to prevent prototype pollution.
const DROPPED_FIELDS = ['__proto__', 'constructor'];

const UNKNOWN_FIELD = 'Unknown field.';
const LONE_SURROGATE = 'This contains an invalid character (half of a surrogate pair). Remove it and try again.';

/**
 * Validates input against its class. Unknown fields are errors. Empty query parameters are treated as missing, unless
 * their class has `checksEmptyParameters`.
 */
@Injectable()
export class StrictValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => validationFailed(errors.flatMap((error) => listFieldErrors(error))),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' && !isObjectOrMissing(value)) throw notAnObject();
    const droppedFields = metadata.type === 'custom' ? [] : listDroppedFields(value);
    if (droppedFields.length > 0)
      throw validationFailed(droppedFields.map((field) => ({ field, message: UNKNOWN_FIELD })));
    const invalidFields = metadata.type === 'custom' ? [] : listFieldsWithLoneSurrogate(value);
    if (invalidFields.length > 0)
      throw validationFailed(invalidFields.map((field) => ({ field, message: LONE_SURROGATE })));
    return (await super.transform(
      ignoresEmptyParameters(metadata) ? omitEmptyParameters(value) : value,
      metadata,
    )) as unknown;
  }

  /** Validates data that didn't come from a route parameter. @throws AppError `VALIDATION_FAILED` */
  async check<T extends object>(type: Type<T>, body: object): Promise<T> {
    return (await this.transform(body, { type: 'body', metatype: type })) as T;
  }
}

export function validationFailed(errors: FieldError[]): AppError {
  const [firstError] = errors;
  const suffix = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new AppError({
    kind: 'invalid',
    code: 'VALIDATION_FAILED',
    message: firstError ? `${firstError.field}: ${firstError.message}${suffix}` : 'The request is not valid.',
    errors,
  });
}

function ignoresEmptyParameters({ type, data, metatype = Object }: ArgumentMetadata): boolean {
  return type === 'query' && data === undefined && !('checksEmptyParameters' in metatype);
}

// Forms and automations send empty parameters for fields that no one filled in.
function omitEmptyParameters(query: unknown): unknown {
  const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => !isEmpty(value)));
}

// A missing or `null` body is treated as an empty object.
function isObjectOrMissing(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && !Array.isArray(value));
}

function notAnObject(): AppError {
  const message = 'The body must be a JSON object.';
  return new AppError({ kind: 'invalid', code: 'VALIDATION_FAILED', message, errors: [{ field: 'body', message }] });
}

// Recursion is safe, because `readJsonBody` limits the depth of bodies.
function listDroppedFields(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const field = path ? `${path}.${key}` : key;
    return DROPPED_FIELDS.includes(key) ? [field] : listDroppedFields(item, field);
  });
}

// JSON can contain a lone surrogate (`"\\ud800"`), but PostgreSQL won't store one.
function listFieldsWithLoneSurrogate(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter((entry) => containsLoneSurrogate(entry))
    .map(([field]) => field);
}

function containsLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return hasLoneSurrogate(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasLoneSurrogate(key) || containsLoneSurrogate(item));
}

function listFieldErrors({ property, constraints = {}, children = [] }: ValidationError, parent = ''): FieldError[] {
  const field = parent ? `${parent}.${property}` : property;
  const [violation] = Object.entries(constraints);
  return [
    ...(violation ? [{ field, message: violation[0] === 'whitelistValidation' ? UNKNOWN_FIELD : violation[1] }] : []),
    ...children.flatMap((child) => listFieldErrors(child, field)),
  ];
}
