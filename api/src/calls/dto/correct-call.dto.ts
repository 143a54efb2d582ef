import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Length, MaxLength, Min, ValidateIf } from 'class-validator';

import { MAX_AGENT_NAME_LENGTH } from '@ringwell/domain/calls/agent';
import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import type { WordCorrection } from '@ringwell/domain/calls/transcript-correction';

import { IsPlausibleInstant } from '../../http/request/instant.decorator';
import { IsLine, textOf } from '../../http/request/optional-text.decorator';
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_NUMBER_LENGTH } from './call-details.dto';

const MAX_WORDS_LENGTH = 100;

/** `null` removes a value; omitted properties stay unchanged. */
export class CorrectCallDto {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_NAME_LENGTH, example: 'Dana Reyes' })
  @NullableText(MAX_NAME_LENGTH)
  customerName?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Name of the person who spoke for the company. Kept when the call is reprocessed.',
    maxLength: MAX_AGENT_NAME_LENGTH,
    example: 'Paul Ruiz',
  })
  @NullableText(MAX_AGENT_NAME_LENGTH)
  agentName?: string | null;

  @ApiPropertyOptional({ enum: CALL_DIRECTIONS, nullable: true, example: 'inbound' })
  @Transform(({ value }: { value: unknown }) => textOrNull(value))
  @ValidateIf(isGiven)
  @IsIn(CALL_DIRECTIONS, { message: `This must be ${CALL_DIRECTIONS.join(' or ')}.` })
  direction?: CallDirection | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The calling number.',
    maxLength: MAX_NUMBER_LENGTH,
    example: '+15551234567',
  })
  @NullableText(MAX_NUMBER_LENGTH)
  from?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The called number.',
    maxLength: MAX_NUMBER_LENGTH,
    example: '+15557654321',
  })
  @NullableText(MAX_NUMBER_LENGTH)
  to?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'ID of the job in the field-service platform.',
    maxLength: MAX_ID_LENGTH,
    example: '1204',
  })
  @NullableText(MAX_ID_LENGTH)
  jobId?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'When the call took place, in ISO 8601. UTC unless a time zone is given.',
    format: 'date-time',
    example: '2026-03-31T14:05:00Z',
  })
  @Transform(({ value }: { value: unknown }) => textOrNull(value))
  @ValidateIf(isGiven)
  @IsPlausibleInstant()
  startedAt?: string | null;
}

function NullableText(maxLength: number): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => textOrNull(value)),
    ValidateIf(isGiven),
    IsLine(),
    MaxLength(maxLength, { message: `Use ${maxLength} characters or fewer.` }),
  );
}

function isGiven(_correction: unknown, value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOrNull(value: unknown): unknown {
  return value === undefined ? undefined : (textOf(value) ?? null);
}

function Words(): PropertyDecorator {
  return (target, name) => {
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))(target, name);
    IsLine()(target, name);
    Length(1, MAX_WORDS_LENGTH, { message: `Use 1 to ${MAX_WORDS_LENGTH} characters.` })(target, name);
  };
}

export class CorrectTranscriptDto implements WordCorrection {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'Index of the transcript segment to correct. If omitted, all segments are corrected.',
    example: 0,
  })
  @ValidateIf((_correction, value: unknown) => value !== undefined)
  @IsInt({ message: 'This must be a whole number.' })
  @Min(0, { message: 'This must be 0 or more.' })
  segment?: number;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_WORDS_LENGTH,
    description: 'Whole words from the transcript. Case is ignored.',
    example: 'Cedar Creek',
  })
  @Words()
  from!: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_WORDS_LENGTH,
    description: 'What was actually said. Replaces every occurrence.',
    example: 'Cedar Creek Plumbing',
  })
  @Words()
  to!: string;
}
