import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Length, Matches, MaxLength, Min, ValidateIf } from 'class-validator';

import type { WordCorrection } from '@ringwell/domain/transcript-correction';

const MAX_NAME_LENGTH = 200;
const MAX_WORDS_LENGTH = 100;
const ONE_LINE = /^\P{Cc}*$/u;
const NOT_ONE_LINE = { message: 'Use a single line of plain text.' };

export class CorrectCallDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Null removes it.',
    maxLength: MAX_NAME_LENGTH,
    example: 'Dana Reyes',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
  @ValidateIf((_correction, value: unknown) => value !== undefined && value !== null)
  @IsString({ message: 'This must be text.' })
  @MaxLength(MAX_NAME_LENGTH, { message: `Use ${MAX_NAME_LENGTH} characters or fewer.` })
  @Matches(ONE_LINE, NOT_ONE_LINE)
  customerName?: string | null;
}

function Words(): PropertyDecorator {
  return (target, name) => {
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))(target, name);
    IsString({ message: 'This must be text.' })(target, name);
    Length(1, MAX_WORDS_LENGTH, { message: `Use 1 to ${MAX_WORDS_LENGTH} characters.` })(target, name);
    Matches(ONE_LINE, NOT_ONE_LINE)(target, name);
  };
}

export class CorrectTranscriptDto implements WordCorrection {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'Index of the transcript segment to correct. All segments when omitted.',
    example: 0,
  })
  @ValidateIf((_correction, value: unknown) => value !== undefined)
  @IsInt({ message: 'This must be a whole number.' })
  @Min(0, { message: 'This must be 0 or more.' })
  segment?: number;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_WORDS_LENGTH,
    description: 'Whole words of the transcript, in any letter case.',
    example: 'Cedar Creek',
  })
  @Words()
  from!: string;

  @ApiProperty({
    minLength: 1,
    maxLength: MAX_WORDS_LENGTH,
    description: 'What was said instead. Replaces every occurrence.',
    example: 'Cedar Creek Plumbing',
  })
  @Words()
  to!: string;
}
