import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, MinLength } from 'class-validator';

import type { CallPosition } from '@ringwell/database/calls/call-lists.repository';
import { ASKED, BOOKINGS, REACHED, type Asked, type Booking, type Reached } from '@ringwell/domain/calls/booking';
import {
  CALL_DIRECTIONS,
  CALL_STATES,
  CALL_TIMES,
  type CallDirection,
  type CallState,
  type CallTime,
} from '@ringwell/domain/calls/call';
import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { CALL_RANGES, type CallRange } from '@ringwell/domain/calls/call-range';
import {
  MAX_SERVICE_TITAN_WORD,
  SERVICE_TITAN_WORDS,
  type ServiceTitanWord,
} from '@ringwell/domain/calls/service-titan-words';
import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';

import { OptionalDayOrInstant } from '../../http/request/day-or-instant.decorator';
import { IsId } from '../../http/request/is-id.decorator';
import { OptionalText, textOf } from '../../http/request/optional-text.decorator';
import { DEFAULT_PAGE_LIMIT, PageCursor, PageLimit } from '../../http/request/page-limit.decorator';
import { decodeCursor } from './call-cursor';
import { EXAMPLE_WORDS } from './service-titan-words.dto';

const MAX_SEARCH_LENGTH = 200;

function AnyOf(words: readonly string[]): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? wordsOf(value) : value)),
    IsOptional(),
    IsIn(words, {
      each: true,
      message: `This must be one or more of ${words.join(', ')}, separated by commas.`,
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

function OptionalInteger(min: number, max: number): PropertyDecorator {
  const message = `This must be a whole number from ${min} to ${max}.`;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const text = textOf(value);
      return typeof text === 'string' ? Number(text) : text;
    }),
    IsOptional(),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

function OptionalWord(name: ServiceTitanWord): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: `${SERVICE_TITAN_WORDS[name]} in ServiceTitan, as listed by GET /api/calls/service-titan-words.`,
      maxLength: MAX_SERVICE_TITAN_WORD,
      example: EXAMPLE_WORDS[name],
    }),
    OptionalText(MAX_SERVICE_TITAN_WORD),
  );
}

export class CallQueryDto {
  @ApiPropertyOptional({
    type: String,
    description:
      `One or more of ${CALL_LABELS.join(', ')}, separated by commas. ` +
      'needs_review finds calls whose sentiment is only a guess. The other labels exclude these calls.',
    example: 'negative,neutral',
  })
  @AnyOf(CALL_LABELS)
  sentiment?: CallLabel[];

  @ApiPropertyOptional({
    type: String,
    description: `One or more of ${TOPICS.join(', ')}, separated by commas.`,
    example: 'no_show,delay',
  })
  @AnyOf(TOPICS)
  topic?: Topic[];

  @ApiPropertyOptional({
    type: String,
    description: `Outcome of the call: one or more of ${BOOKINGS.join(', ')}, separated by commas.`,
    example: 'not_booked_undecided,not_booked_unreached',
  })
  @AnyOf(BOOKINGS)
  booking?: Booking[];

  @ApiPropertyOptional({
    type: String,
    description: `Whether the agent asked for the booking, for calls not booked: one or more of ${ASKED.join(', ')}, separated by commas.`,
    example: 'not_asked',
  })
  @AnyOf(ASKED)
  asked?: Asked[];

  @ApiPropertyOptional({
    type: String,
    description: `Whether an outbound call reached somebody: one or more of ${REACHED.join(', ')}, separated by commas.`,
    example: 'not_reached',
  })
  @AnyOf(REACHED)
  reached?: Reached[];

  @ApiPropertyOptional({
    enum: ['true'],
    description: 'Only calls with a job in ServiceTitan that names the call or its customer.',
    example: 'true',
  })
  @Transform(({ value }: { value: unknown }) => textOf(value))
  @IsOptional()
  @IsIn(['true'], { message: 'This must be true.' })
  hasJob?: 'true';

  @ApiPropertyOptional({
    type: String,
    description: `One or more of ${CALL_STATES.join(', ')}, separated by commas.`,
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
    format: 'uuid',
    description:
      'ID of an agent. If the agent is matched to a member, the calls of all agents matched to that member are found.',
    example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
  })
  @Transform(({ value }: { value: unknown }) => textOf(value))
  @IsOptional()
  @IsId('This must be the ID of an agent.')
  agent?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'ID of a customer. Finds calls with any of their numbers.',
    example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10',
  })
  @Transform(({ value }: { value: unknown }) => textOf(value))
  @IsOptional()
  @IsId('This must be the ID of a customer.')
  customer?: string;

  @OptionalWord('callType')
  callType?: string;

  @OptionalWord('callReason')
  callReason?: string;

  @OptionalWord('campaign')
  campaign?: string;

  @OptionalWord('businessUnit')
  businessUnit?: string;

  @OptionalWord('tag')
  tag?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 7,
    description:
      "1 for Monday to 7 for Sunday: the day on which the call took place, in the account's time zone. Finds only " +
      'calls with a label.',
    example: 1,
  })
  @OptionalInteger(1, 7)
  weekday?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 23,
    description: "Hour in which the call took place, in the account's time zone: 9 for 9:00 to 9:59.",
    example: 9,
  })
  @OptionalInteger(0, 23)
  hour?: number;

  @ApiPropertyOptional({
    description:
      "Calls on or after this date or time, in ISO 8601. Dates are in the account's time zone, " +
      'times in UTC unless a time zone is given.',
    example: '2026-03-01',
  })
  @OptionalDayOrInstant()
  from?: string;

  @ApiPropertyOptional({
    description: 'Calls up to the end of this date, or before this time.',
    example: '2026-03-31',
  })
  @OptionalDayOrInstant()
  to?: string;

  @ApiPropertyOptional({
    enum: CALL_RANGES,
    description:
      'Calls from today, yesterday, today and the 7 or 30 days before it, or last week (Monday to Sunday), in the ' +
      "account's time zone.",
    example: '30d',
  })
  @Transform(({ value }: { value: unknown }) => textOf(value))
  @IsOptional()
  @IsIn(CALL_RANGES, { message: `This must be ${CALL_RANGES.slice(0, -1).join(', ')} or ${CALL_RANGES.at(-1)}.` })
  range?: CallRange;

  @ApiPropertyOptional({
    enum: CALL_TIMES,
    description:
      'The time to which from, to and the order refer. For calls without a start time, or with one in the future, ' +
      'startedAt is the time of receipt.',
    default: CALL_TIMES[0],
    example: CALL_TIMES[0],
  })
  @Transform(({ value }: { value: unknown }) => textOf(value) ?? CALL_TIMES[0])
  @IsIn(CALL_TIMES, { message: `This must be ${CALL_TIMES.join(' or ')}.` })
  time: CallTime = CALL_TIMES[0];

  @ApiPropertyOptional({
    description:
      "Words in the transcript, summary, customer's name, phone numbers or your IDs, in any order and form: " +
      '"leaking" finds "leaks". "Quoted phrases", words joined by or, and -excluded words work as in web searches. ' +
      'Numbers match in any format, and phone numbers also partially. If no call has all words, the last ' +
      'one is treated as the beginning of a word, and finally the search as a misspelled name.',
    minLength: 2,
    maxLength: MAX_SEARCH_LENGTH,
    example: 'warm air',
  })
  @OptionalText(MAX_SEARCH_LENGTH)
  @MinLength(2, { message: 'Use at least 2 characters.' })
  search?: string;

  @PageCursor(
    'MTc3NDk2NjM1MTEyMDAwMC43ZTdhMmMxZS02YTNmLTRkMGItOWE2MC0wYjVjM2IyZDlmMTA',
    (cursor) => decodeCursor(cursor) !== undefined,
  )
  cursor?: string;

  @PageLimit('Calls per page.')
  limit: number = DEFAULT_PAGE_LIMIT;
}

export class CallExportQueryDto extends OmitType(CallQueryDto, ['cursor', 'limit'] as const) {}

/** Returns the start of the page; `undefined` for the first page. */
export function positionIn({ cursor }: Pick<CallQueryDto, 'cursor'>): CallPosition | undefined {
  return cursor === undefined ? undefined : decodeCursor(cursor);
}
