import { applyDecorators } from '@nestjs/common';
import { isObject, IsOptional, ValidateBy } from 'class-validator';

const MAX_BYTES = 16_384;
const MAX_DEPTH = 10;

// Characters that PostgreSQL cannot store in JSON: NUL and lone surrogates.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** An optional JSON object of limited size and depth that PostgreSQL can store. */
export function OptionalBoundedJson(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    ValidateBy({
      name: 'isBoundedJson',
      validator: {
        validate: (value: unknown) =>
          isObject(value) && isStorable(value, MAX_DEPTH) && Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES,
        defaultMessage: () =>
          `This must be a JSON object of at most ${MAX_BYTES / 1_024} kB and ${MAX_DEPTH} levels, ` +
          'without NUL or broken characters.',
      },
    }),
  );
}

function isStorable(value: unknown, levelsLeft: number): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    levelsLeft > 0 &&
    Object.entries(value).every(([key, inner]) => !UNSTORABLE.test(key) && isStorable(inner, levelsLeft - 1))
  );
}
