import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { DateTime } from 'luxon';

import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import { DAY } from '@ringwell/domain/time';
import {
  addDays,
  STEP_OPTIONS,
  lengthInDays,
  PERIOD_STEPS,
  type StepOption,
  type Period,
} from '@ringwell/domain/weekly-letters/report-period';

import { OptionalId } from '../../http/request/is-id.decorator';
import { OptionalChoice } from '../../http/request/optional-choice.decorator';
import { normalizeText } from '../../http/request/optional-text.decorator';
import { Accepted, Convert } from '../../http/request/rules.decorator';
import { validationFailed } from '../../http/request/strict-validation.pipe';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const FIRST_DAY = '2000-01-01';
// Days are compared as text, which breaks after the year 9999.
const LAST_DAY = '2999-12-31';

function OptionalDay(): PropertyDecorator {
  return applyDecorators(
    Convert(normalizeText),
    IsOptional(),
    Accepted(
      'isDay',
      (value) => typeof value === 'string' && DAY.test(value) && DateTime.fromISO(value).isValid,
      'This must be a date such as 2026-03-31.',
    ),
  );
}

export class HappinessQueryDto {
  @ApiPropertyOptional({
    format: 'date',
    description: `The first day, in the account's time zone. By default, the period is ${DEFAULT_DAYS} days long.`,
    example: '2026-03-01',
  })
  @OptionalDay()
  from?: string;

  @ApiPropertyOptional({
    format: 'date',
    description: `The last day. Today by default. The period can be up to ${MAX_DAYS} days long.`,
    example: '2026-03-31',
  })
  @OptionalDay()
  to?: string;

  @ApiPropertyOptional({
    enum: STEP_OPTIONS,
    description:
      'How the trend is grouped. Weeks start on Monday. auto: by day, or by week or month if the period is long or ' +
      'most days have too few calls for a score.',
    default: PERIOD_STEPS[0],
    example: 'week',
  })
  @Convert((value) => normalizeText(value) ?? PERIOD_STEPS[0])
  @IsIn(STEP_OPTIONS, { message: `This must be ${STEP_OPTIONS.slice(0, -1).join(', ')} or ${STEP_OPTIONS.at(-1)}.` })
  by: StepOption = PERIOD_STEPS[0];

  @OptionalChoice(CALL_DIRECTIONS, { description: 'Only calls in this direction.', example: 'inbound' })
  direction?: CallDirection;

  @OptionalId('This must be the ID of an agent.', {
    description:
      'Only calls by this agent. If the agent is matched to a member, includes calls by all agents matched to that member.',
    example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
  })
  agent?: string;
}

/** @throws AppError `VALIDATION_FAILED` if `from` is after `to` or the period is too long */
export function resolvePeriod({ from, to }: Pick<HappinessQueryDto, 'from' | 'to'>, timeZone: string): Period {
  const lastDay = to ?? DateTime.now().setZone(timeZone).toFormat('yyyy-MM-dd');
  const period = { from: from ?? addDays(lastDay, 1 - DEFAULT_DAYS), to: lastDay };
  const days = lengthInDays(period);
  if (days < 1) throw validationFailed([{ field: 'from', message: 'This must not be after the last day.' }]);
  if (period.from < FIRST_DAY) throw validationFailed([{ field: 'from', message: `Choose ${FIRST_DAY} or later.` }]);
  if (period.to > LAST_DAY) throw validationFailed([{ field: 'to', message: `Choose ${LAST_DAY} or earlier.` }]);
  if (days > MAX_DAYS) throw validationFailed([{ field: 'from', message: `Choose at most ${MAX_DAYS} days.` }]);
  return period;
}
