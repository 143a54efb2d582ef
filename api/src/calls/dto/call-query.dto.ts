import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions, OmitType } from '@nestjs/swagger';
import { IsIn, IsOptional, MinLength } from 'class-validator';

import { ASKED_TO_BOOK, BOOKINGS, REACHED } from '@ringwell/domain/calls/booking';
import { CALL_DIRECTIONS, CALL_STATES, CALL_TIMES, type CallTime } from '@ringwell/domain/calls/call';
import { CALL_LABELS } from '@ringwell/domain/calls/call-label';
import { CALL_RANGES } from '@ringwell/domain/calls/call-range';
import {
  MAX_SERVICE_TITAN_FIELD_LENGTH,
  SERVICE_TITAN_FIELDS,
  type ServiceTitanField,
} from '@ringwell/domain/calls/service-titan-fields';
import { TOPICS } from '@ringwell/domain/calls/topic';
import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';
import { FieldsType, type Field } from '@ringwell/platform/fields-type';

import { OptionalDayOrInstant } from '../../http/request/day-or-instant.decorator';
import { OptionalId } from '../../http/request/is-id.decorator';
import { OptionalChoice } from '../../http/request/optional-choice.decorator';
import { OptionalText, normalizeText } from '../../http/request/optional-text.decorator';
import { DEFAULT_PAGE_LIMIT, PageCursor, PageLimit } from '../../http/request/page-limit.decorator';
import { Convert, WholeNumber } from '../../http/request/rules.decorator';
import { decodeCursor } from './call-cursor';
import { EXAMPLE_FIELDS } from './service-titan-fields.dto';

const MAX_SEARCH_LENGTH = 200;

function AnyOf<V extends string>(values: readonly V[], schema: ApiPropertyOptions): Field<V[] | undefined> {
  return applyDecorators(
    ApiPropertyOptional({ type: String, ...schema }),
    Convert((value) => (typeof value === 'string' ? parseList(value) : value)),
    IsOptional(),
    IsIn(values, {
      each: true,
      message: `This must be one or more of ${values.join(', ')}, separated by commas.`,
    }),
  );
}

function parseList(text: string): string[] | undefined {
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
  return values.length > 0 ? values : undefined;
}

function OptionalInteger(min: number, max: number, schema: ApiPropertyOptions): Field<number | undefined> {
  const message = `This must be a whole number from ${min} to ${max}.`;
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, ...schema }),
    Convert((value) => {
      const text = normalizeText(value);
      return typeof text === 'string' ? Number(text) : text;
    }),
    IsOptional(),
    WholeNumber(min, max, message),
  );
}

function OptionalServiceTitanField(name: ServiceTitanField): Field<string | undefined> {
  return OptionalText(MAX_SERVICE_TITAN_FIELD_LENGTH, {
    description: `${SERVICE_TITAN_FIELDS[name]} in ServiceTitan, as listed by GET /api/calls/service-titan-words.`,
    example: EXAMPLE_FIELDS[name],
  });
}

export class CallQueryDto extends FieldsType({
  sentiment: AnyOf(CALL_LABELS, {
    description:
      `One or more of ${CALL_LABELS.join(', ')}, separated by commas. ` +
      'needs_review finds calls whose sentiment is only a guess. The other labels exclude these calls.',
    example: 'negative,neutral',
  }),
  topic: AnyOf(TOPICS, {
    description: `One or more of ${TOPICS.join(', ')}, separated by commas.`,
    example: 'no_show,delay',
  }),
  booking: AnyOf(BOOKINGS, {
    description: `Outcome of the call: one or more of ${BOOKINGS.join(', ')}, separated by commas.`,
    example: 'not_booked_undecided,not_booked_unreached',
  }),
  asked: AnyOf(ASKED_TO_BOOK, {
    description: `Whether the agent asked for the booking, for unbooked calls: one or more of ${ASKED_TO_BOOK.join(', ')}, separated by commas.`,
    example: 'not_asked',
  }),
  reached: AnyOf(REACHED, {
    description: `Whether an outbound call reached a person: one or more of ${REACHED.join(', ')}, separated by commas.`,
    example: 'not_reached',
  }),
  hasJob: OptionalChoice(['true'], {
    description: 'Only calls with a job in ServiceTitan that refers to the call or its customer.',
    example: 'true',
  }),
  state: AnyOf(CALL_STATES, {
    description: `One or more of ${CALL_STATES.join(', ')}, separated by commas.`,
    example: 'completed',
  }),
  direction: OptionalChoice(CALL_DIRECTIONS, { example: 'inbound' }),
  agent: OptionalId('This must be the ID of an agent.', {
    description:
      'ID of an agent. If the agent is matched to a member, finds the calls of all agents matched to that member.',
    example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
  }),
  customer: OptionalId('This must be the ID of a customer.', {
    description: 'ID of a customer. Finds calls with any of their numbers.',
    example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10',
  }),
  callType: OptionalServiceTitanField('callType'),
  callReason: OptionalServiceTitanField('callReason'),
  campaign: OptionalServiceTitanField('campaign'),
  businessUnit: OptionalServiceTitanField('businessUnit'),
  tag: OptionalServiceTitanField('tag'),
  weekday: OptionalInteger(1, 7, {
    description:
      "Day of the week of the call, from 1 (Monday) to 7 (Sunday), in the account's time zone. Only finds calls with a " +
      'label.',
    example: 1,
  }),
  hour: OptionalInteger(0, 23, {
    description: "Hour of the call, in the account's time zone: 9 for 9:00 to 9:59. Only finds calls with a label.",
    example: 9,
  }),
  from: OptionalDayOrInstant({
    description:
      "Calls on or after this date or time, in ISO 8601. Dates are in the account's time zone, " +
      'times in UTC unless a time zone is given.',
    example: '2026-03-01',
  }),
  to: OptionalDayOrInstant({
    description: 'Calls up to and including this date, or before this time.',
    example: '2026-03-31',
  }),
  range: OptionalChoice(
    CALL_RANGES,
    {
      description:
        'Calls from today, yesterday, today and the 7 or 30 days before it, or last week (Monday to Sunday), in the ' +
        "account's time zone.",
      example: '30d',
    },
    `This must be ${CALL_RANGES.slice(0, -1).join(', ')} or ${CALL_RANGES.at(-1)}.`,
  ),
}) {
  @ApiPropertyOptional({
    enum: CALL_TIMES,
    description:
      'The time used for from, to and the sort order. For calls whose start time is missing or in the future, ' +
      'startedAt uses the time of receipt.',
    default: CALL_TIMES[0],
    example: CALL_TIMES[0],
  })
  @Convert((value) => normalizeText(value) ?? CALL_TIMES[0])
  @IsIn(CALL_TIMES, { message: `This must be ${CALL_TIMES.join(' or ')}.` })
  time: CallTime = CALL_TIMES[0];

  @OptionalText(MAX_SEARCH_LENGTH, {
    description:
      "Words in the transcript, summary, customer's name, phone numbers or your IDs, in any order and form: " +
      '"leaking" finds "leaks". "Quoted phrases", words joined by or, and -excluded words work as in web searches. ' +
      'Numbers match in any format, and phone numbers can be partial. If no call contains all the words, the last ' +
      'word is treated as a prefix. If there is still no match, the search is treated as a misspelled name.',
    minLength: MIN_SEARCH_LENGTH,
    example: 'warm air',
  })
  @MinLength(MIN_SEARCH_LENGTH, { message: `Use at least ${MIN_SEARCH_LENGTH} characters.` })
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
