import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, IsIn, IsInt, Length, MaxLength, Min } from 'class-validator';

import { MAX_AGENT_NAME_LENGTH } from '@ringwell/domain/calls/agent';
import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import type { WordCorrection } from '@ringwell/domain/calls/transcript-correction';

import { IfSent } from '../../http/request/if-sent.decorator';
import { IsPlausibleInstant } from '../../http/request/instant.decorator';
import { IsLine, toText } from '../../http/request/optional-text.decorator';
import { Convert } from '../../http/request/rules.decorator';
import { Trim } from '../../http/request/trim.decorator';
import { dateTime, FieldsType, oneOf, withDecorators, type Field } from '../../http/response/dto-fields';
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_NUMBER_LENGTH } from './call-details.dto';

const MAX_WORDS_LENGTH = 100;

/** `null` removes a value; omitted properties stay unchanged. */
export class CorrectCallDto extends FieldsType({
  customerName: NullableText(MAX_NAME_LENGTH, { example: 'Dana Reyes' }),
  agentName: NullableText(MAX_AGENT_NAME_LENGTH, {
    description: 'Name of the person who spoke for the company. Kept when the call is reprocessed.',
    example: 'Paul Ruiz',
  }),
  direction: withDecorators(
    oneOf(CALL_DIRECTIONS, { nullable: true, required: false, example: 'inbound' }),
    Convert(textOrNull),
    IsOptional(),
    IsIn(CALL_DIRECTIONS, { message: `This must be ${CALL_DIRECTIONS.join(' or ')}.` }),
  ),
  from: NullableText(MAX_NUMBER_LENGTH, { description: 'The calling number.', example: '+15551234567' }),
  to: NullableText(MAX_NUMBER_LENGTH, { description: 'The called number.', example: '+15557654321' }),
  jobId: NullableText(MAX_ID_LENGTH, { description: 'ID of the job in the field-service platform.', example: '1204' }),
  startedAt: withDecorators(
    dateTime({
      nullable: true,
      required: false,
      description: 'When the call took place, in ISO 8601. UTC unless a time zone is given.',
      example: '2026-03-31T14:05:00Z',
    }),
    Convert(textOrNull),
    IsOptional(),
    IsPlausibleInstant(),
  ),
}) {}

function NullableText(maxLength: number, schema: ApiPropertyOptions): Field<string | null | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, maxLength, ...schema }),
    Convert(textOrNull),
    IsOptional(),
    IsLine(),
    MaxLength(maxLength, { message: `Use ${maxLength} characters or fewer.` }),
  );
}

function textOrNull(value: unknown): unknown {
  return value === undefined ? undefined : (toText(value) ?? null);
}

function TranscriptWords(): PropertyDecorator {
  return (target, name) => {
    Trim()(target, name);
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
  @IfSent()
  @IsInt({ message: 'This must be a whole number.' })
  @Min(0, { message: 'This must be 0 or more.' })
  segment?: number;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_WORDS_LENGTH,
    description: 'Whole words from the transcript. Case is ignored.',
    example: 'Cedar Creek',
  })
  @TranscriptWords()
  from!: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_WORDS_LENGTH,
    description: 'What was actually said. Replaces every occurrence.',
    example: 'Cedar Creek Plumbing',
  })
  @TranscriptWords()
  to!: string;
}
