import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, Matches, MaxLength, ValidateIf, ValidateNested } from 'class-validator';

import { MAX_GUIDELINE_LENGTH, MAX_RULES } from '@ringwell/domain/accounts/guideline';

import { Convert, WholeNumber } from '../../http/request/rules.decorator';
import { dateTime, field, FieldsType, number, text } from '../../http/response/dto-fields';
import { GuidelineRuleDto } from './guideline-rule.dto';

// PostgreSQL's largest integer, minus one for the next version.
const MAX_VERSION = 2_147_483_646;

const TEXT_SCHEMA = {
  type: String,
  nullable: true,
  maxLength: MAX_GUIDELINE_LENGTH,
  description:
    'Text for the language model that analyzes calls or writes summaries. Has no effect if hasWriter in the settings is false.',
  example: 'Treat customers who cancel a membership as unhappy. Always mention the equipment brand.',
} as const;
const RULES_SCHEMA = {
  type: GuidelineRuleDto,
  isArray: true,
  maxItems: MAX_RULES,
  description: 'Rules for any analyst. The first match decides the label.',
};
const REPLACES_SCHEMA = {
  description: 'The version you last read, or 0 if there was none. If it is no longer current, the response is 409.',
  example: 0,
};

// Only the first violation per field is reported, and decorators run from bottom to top.
export class GuidelineDraftDto {
  @ApiProperty(TEXT_SCHEMA)
  @Convert((value) => (typeof value === 'string' ? value.trim() || null : value))
  @Matches(/^(?:\P{Cc}|[\t\r\n])*$/u, { message: 'Use plain text.' })
  @MaxLength(MAX_GUIDELINE_LENGTH, { message: `Use ${MAX_GUIDELINE_LENGTH.toLocaleString('en')} characters or fewer.` })
  @IsString({ message: 'This must be text or null.' })
  @ValidateIf((_body, value: unknown) => value !== null)
  text!: string | null;

  @ApiProperty(RULES_SCHEMA)
  // `ValidateNested` would accept an array in place of a rule.
  @Convert((value) =>
    Array.isArray(value) ? value.map((rule: unknown) => (Array.isArray(rule) ? null : rule)) : value,
  )
  @ValidateNested({ each: true, message: 'Each rule must be an object.' })
  @Type(() => GuidelineRuleDto)
  @ArrayMaxSize(MAX_RULES, { message: `Use ${MAX_RULES} rules or fewer.` })
  @IsArray({ message: 'This must be a list of rules.' })
  rules!: GuidelineRuleDto[];
}

export class SaveGuidelineDto extends GuidelineDraftDto {
  @ApiProperty(REPLACES_SCHEMA)
  @IsReplacedVersion()
  replaces!: number;
}

export class RestoreGuidelineDto {
  @ApiProperty({ description: 'The earlier version to save as a new version.', example: 1 })
  @WholeNumber(1, MAX_VERSION, 'This must be a version number.')
  version!: number;

  @ApiProperty({ ...REPLACES_SCHEMA, example: 1 })
  @IsReplacedVersion()
  replaces!: number;
}

export class GuidelineDto extends FieldsType({
  version: number({ description: '0 before the first version is saved.', example: 3 }),
  text: field<string | null>(TEXT_SCHEMA),
  rules: field<GuidelineRuleDto[]>(RULES_SCHEMA),
  savedBy: text({
    nullable: true,
    description: 'Name or email. Null if the text was saved before versions existed or the user was deleted.',
    example: 'Dana Reyes',
  }),
  savedAt: dateTime({ nullable: true, example: '2026-03-31T15:20:08.412Z' }),
  restoredVersion: number({
    nullable: true,
    description: 'The earlier version that this version restored.',
    example: null,
  }),
}) {}

function IsReplacedVersion(): PropertyDecorator {
  return WholeNumber(0, MAX_VERSION, 'Send the version that you last read, or 0.');
}
