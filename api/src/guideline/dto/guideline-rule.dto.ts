import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Length, Matches, ValidateIf } from 'class-validator';

import {
  MAX_PHRASE_LENGTH,
  MAX_RULE_PHRASES,
  RULE_EFFECTS,
  RULE_SPEAKERS,
  RULE_SUBJECTS,
  type GuidelineRule,
  type RuleEffect,
  type RuleSpeaker,
  type RuleSubject,
} from '@ringwell/domain/accounts/guideline';
import { uniqueTerms } from '@ringwell/domain/accounts/vocabulary';
import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';

import { Convert } from '../../http/request/rules.decorator';

const isWordsRule = ({ when }: GuidelineRuleDto): boolean => when === 'words';
const isTopicRule = ({ when }: GuidelineRuleDto): boolean => when === 'topic';

/** A rule as JSON. Fields that don't apply to `when` are ignored. */
export class GuidelineRuleDto {
  @ApiProperty({ enum: RULE_SUBJECTS, description: 'What the rule looks for.', example: 'words' })
  @IsIn(RULE_SUBJECTS, { message: `This must be one of ${RULE_SUBJECTS.join(', ')}.` })
  when!: RuleSubject;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_RULE_PHRASES,
    description: `For words: matches any of these as whole words. Case and commas are ignored. Up to ${MAX_RULE_PHRASES} phrases of up to ${MAX_PHRASE_LENGTH} characters each.`,
    example: ['cancel my membership', 'cancel my plan'],
  })
  @ValidateIf(isWordsRule)
  @Matches(/[\p{L}\p{N}]/u, { each: true, message: 'Each must contain a letter or a digit.' })
  @Matches(/^\P{Cc}*$/u, { each: true, message: 'Each must be a single line of plain text.' })
  @Length(1, MAX_PHRASE_LENGTH, { each: true, message: `Each must have 1 to ${MAX_PHRASE_LENGTH} characters.` })
  @IsString({ each: true, message: 'Each must be text.' })
  @ArrayMinSize(1, { message: 'Add at least one word or phrase.' })
  @ArrayMaxSize(MAX_RULE_PHRASES, { message: `Use ${MAX_RULE_PHRASES} words and phrases or fewer.` })
  @IsArray({ message: 'This must be a list of words and phrases.' })
  @Convert((value) =>
    Array.isArray(value)
      ? value.map((each: unknown) => (typeof each === 'string' ? each.replace(/[,\s]+/g, ' ').trim() : each))
      : value,
  )
  phrases?: string[];

  @ApiPropertyOptional({
    enum: RULE_SPEAKERS,
    description: "For words: the required speaker. If the speakers aren't separated, any speaker matches.",
    example: 'customer',
  })
  @ValidateIf(isWordsRule)
  @IsIn(RULE_SPEAKERS, { message: `This must be one of ${RULE_SPEAKERS.join(', ')}.` })
  saidBy?: RuleSpeaker;

  @ApiPropertyOptional({ enum: TOPICS, description: 'For topic.', example: 'billing' })
  @ValidateIf(isTopicRule)
  @IsIn(TOPICS, { message: `This must be one of ${TOPICS.join(', ')}.` })
  topic?: Topic;

  @ApiProperty({
    enum: RULE_EFFECTS,
    description: 'The label of matching calls, or follow_up to have the customer called back.',
    example: 'negative',
  })
  @IsIn(RULE_EFFECTS, { message: `This must be one of ${RULE_EFFECTS.join(', ')}.` })
  then!: RuleEffect;
}

/** @param rule a validated rule */
export function toRule(rule: GuidelineRuleDto): GuidelineRule {
  const { when, phrases = [], saidBy = 'anyone', topic = 'other', then } = rule;
  return when === 'topic' ? { when, topic, then } : { when, phrases: uniqueTerms(phrases), saidBy, then };
}
