import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsUUID } from 'class-validator';

/** A UUID in a body or query, in the lower case of PostgreSQL, so ids can be compared as text. */
export function IsId(message: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => lowerCaseId(value)),
    IsUUID(undefined, { message }),
  );
}

export function lowerCaseId(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
