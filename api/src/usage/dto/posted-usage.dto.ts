import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, Matches, MaxLength, MinLength } from 'class-validator';

import { Amount, Count } from './amount.decorator';
import { OptionalBoundedJson } from './bounded-json.decorator';

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
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @MaxLength(MAX_SOURCE_LENGTH, { message: `Use ${MAX_SOURCE_LENGTH} characters or fewer.` })
  @Matches(/^\P{Cc}*$/u, { message: 'Use a single line of plain text.' })
  @MinLength(1, { message: SOURCE_REQUIRED })
  @IsString({ message: SOURCE_REQUIRED })
  source!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Anything that helps you recognize the record later; at most 16 kB.',
    example: { workflow: 'call-summaries', execution: 4711 },
  })
  @OptionalBoundedJson()
  metadata?: Record<string, unknown> | null;
}
