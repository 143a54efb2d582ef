import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsInt,
  IsNumber,
  isObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';

import { IfSent } from '../../http/request/if-sent.decorator';
import { Accepted } from '../../http/request/rules.decorator';
import { Trim } from '../../http/request/trim.decorator';

const MAX_BYTES = 16_384;

const MAX_DEPTH = 10;

// Characters that PostgreSQL cannot store in JSON: NUL and lone surrogates.
const UNSTORABLE = /\0|\p{Surrogate}/u;

// More than two months of nonstop calls.
const MAX_MINUTES = 100_000;
const MAX_COUNT = 1_000_000;
const MAX_SOURCE_LENGTH = 100;
const SOURCE_REQUIRED = 'Source is required';

export class PostedUsageDto {
  @ApiPropertyOptional({
    minimum: 0,
    maximum: MAX_MINUTES,
    default: 0,
    description: 'Rounded to two decimals.',
    example: 12.5,
  })
  @Amount('Minutes must be a positive number', MAX_MINUTES)
  minutes: number = 0;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_COUNT, default: 0, example: 1 })
  @Count('Instance runs must be a positive integer', MAX_COUNT)
  instanceRuns: number = 0;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_COUNT, default: 0, example: 3 })
  @Count('API calls must be a positive integer', MAX_COUNT)
  apiCalls: number = 0;

  @ApiProperty({
    description: 'What caused the usage: api, n8n, manual or another name.',
    minLength: 1,
    maxLength: MAX_SOURCE_LENGTH,
    example: 'n8n',
  })
  @Trim()
  @MaxLength(MAX_SOURCE_LENGTH, { message: `Use ${MAX_SOURCE_LENGTH} characters or fewer.` })
  @Matches(/^\P{Cc}*$/u, { message: 'Use a single line of plain text.' })
  @MinLength(1, { message: SOURCE_REQUIRED })
  @IsString({ message: SOURCE_REQUIRED })
  source!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Data that helps you recognize the record later. At most 16 kB.',
    example: { workflow: 'call-summaries', execution: 4711 },
  })
  @OptionalBoundedJson()
  metadata?: Record<string, unknown> | null;
}

/** Declares an optional number of at least 0. */
function Amount(message: string, max: number): PropertyDecorator {
  return applyDecorators(
    IfSent(),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message }),
    Min(0, { message }),
    Max(max, { message: `Use ${max} or less.` }),
  );
}

/** Declares an optional whole number of at least 0. */
function Count(message: string, max: number): PropertyDecorator {
  return applyDecorators(Amount(message, max), IsInt({ message }));
}

/** Declares an optional JSON object of limited size and depth that PostgreSQL can store. */
function OptionalBoundedJson(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Accepted(
      'isBoundedJson',
      (value) =>
        isObject(value) && isStorable(value, MAX_DEPTH) && Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES,
      `This must be a JSON object of at most ${MAX_BYTES / 1_024} kB and ${MAX_DEPTH} levels, ` +
        'without NUL or invalid characters.',
    ),
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
