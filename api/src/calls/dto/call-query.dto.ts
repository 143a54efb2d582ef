import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, MinLength, ValidateBy } from 'class-validator';

import type { CallFilter, CallPosition } from '@ringwell/database/calls/call-lists.repository';
import { CALL_DIRECTIONS, CALL_STATES, type CallDirection, type CallState } from '@ringwell/domain/call';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

import type { Principal } from '../../auth/principal';
import { positionOf } from './call-cursor';
import { beginningOf, endOf, OptionalDayOrInstant } from './day-or-instant.decorator';
import { OptionalText, textOf } from './optional-text.decorator';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;
const LIMIT_MESSAGE = `This must be a whole number from 1 to ${MAX_LIMIT}.`;
const MAX_SEARCH_LENGTH = 200;
const MAX_CURSOR_LENGTH = 200;

/** One or several of these words, with commas between them. */
function AnyOf(words: readonly string[]): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? wordsOf(value) : value)),
    IsOptional(),
    IsIn(words, {
      each: true,
      message: `This must be one or several of ${words.join(', ')}, with commas between them.`,
    }),
  );
}

function wordsOf(text: string): string[] | undefined {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  return words.length > 0 ? words : undefined;
}

/** Which of the account's calls, and from where in the list. */
export class CallQueryDto {
  @ApiPropertyOptional({
    type: String,
    description: `One or several of ${SENTIMENTS.join(', ')}, with commas between them.`,
    example: 'negative,neutral',
  })
  @AnyOf(SENTIMENTS)
  sentiment?: Sentiment[];

  @ApiPropertyOptional({
    type: String,
    description: `One or several of ${CALL_STATES.join(', ')}, with commas between them.`,
    example: 'completed',
  })
  @AnyOf(CALL_STATES)
  state?: CallState[];

  @ApiPropertyOptional({ enum: CALL_DIRECTIONS, example: 'inbound' })
  @Transform(({ value }: { value: unknown }) => textOf(value))
  @IsOptional()
  @IsIn(CALL_DIRECTIONS, { message: `This must be ${CALL_DIRECTIONS.join(' or ')}.` })
  direction?: CallDirection;

  @ApiPropertyOptional({
    description:
      'Calls handed in since this day or moment, in ISO 8601; UTC when it names no zone. The time of handing in counts, since every call has one.',
    example: '2026-03-01',
  })
  @OptionalDayOrInstant()
  from?: string;

  @ApiPropertyOptional({
    description: 'Calls handed in up to the end of this day, or before this moment.',
    example: '2026-03-31',
  })
  @OptionalDayOrInstant()
  to?: string;

  @ApiPropertyOptional({
    description:
      "Text in the transcript, the summary, the customer's name or a number, in upper or lower case. A number is also found by its digits alone.",
    minLength: 2,
    maxLength: MAX_SEARCH_LENGTH,
    example: 'warm air',
  })
  @OptionalText(MAX_SEARCH_LENGTH)
  @MinLength(2, { message: 'This must have at least 2 characters.' })
  search?: string;

  @ApiPropertyOptional({
    description: 'The nextCursor of the answer before, for the calls behind it.',
    example: 'MTc3NDk2NjM1MTEyMDAwMC43ZTdhMmMxZS02YTNmLTRkMGItOWE2MC0wYjVjM2IyZDlmMTA',
  })
  @OptionalText(MAX_CURSOR_LENGTH)
  @ValidateBy({
    name: 'isCursor',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && positionOf(value) !== undefined,
      defaultMessage: () =>
        'This is no cursor. Take the nextCursor of an earlier answer, or leave it out to start with the latest call.',
    },
  })
  cursor?: string;

  @ApiPropertyOptional({
    description: 'Calls in one answer.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    example: DEFAULT_LIMIT,
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' && value !== '' ? Number(value) : value))
  @IsInt({ message: LIMIT_MESSAGE })
  @Min(1, { message: LIMIT_MESSAGE })
  @Max(MAX_LIMIT, { message: LIMIT_MESSAGE })
  limit: number = DEFAULT_LIMIT;
}

/** The same without a place: for everything at once. */
export class CallExportQueryDto extends PickType(CallQueryDto, [
  'sentiment',
  'state',
  'direction',
  'from',
  'to',
  'search',
] as const) {}

/** The filter that a query asks for. Demo calls are shown as long as the account is a demo account. */
export function filterOf(query: CallExportQueryDto, { status }: Pick<Principal, 'status'>): CallFilter {
  return {
    sentiments: query.sentiment,
    states: query.state,
    direction: query.direction,
    receivedFrom: query.from === undefined ? undefined : beginningOf(query.from),
    receivedBefore: query.to === undefined ? undefined : endOf(query.to),
    search: query.search,
    includesDemo: status === 'demo',
  };
}

/** Where the list goes on; `undefined` for its beginning. */
export function positionIn({ cursor }: Pick<CallQueryDto, 'cursor'>): CallPosition | undefined {
  return cursor === undefined ? undefined : positionOf(cursor);
}
