import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

import { DEFAULT_REPORT_DAYS, MAX_REPORT_DAYS } from '@ringwell/domain/billing/usage-days';

import { Convert, WholeNumber } from '../../http/request/rules.decorator';

export const ALL_DAYS = 'all';

export class ReportDaysQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_REPORT_DAYS,
    default: DEFAULT_REPORT_DAYS,
    description:
      "Number of days to look back, including today. Days are in your time zone for all accounts' totals, and in UTC for usage by account.",
    example: 30,
  })
  @WholeDays(`This must be a whole number of days from 1 to ${MAX_REPORT_DAYS}.`)
  days: number = DEFAULT_REPORT_DAYS;
}

export class SystemReportQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: `^(${ALL_DAYS}|[0-9]{1,4})$`,
    default: String(DEFAULT_REPORT_DAYS),
    description: `Days to look back in your time zone, including today: 1 to ${MAX_REPORT_DAYS}, or ${ALL_DAYS}.`,
    example: '30',
  })
  @ValidateIf(({ days }: SystemReportQuery) => days !== ALL_DAYS)
  @WholeDays(`This must be ${ALL_DAYS}, or a whole number of days from 1 to ${MAX_REPORT_DAYS}.`)
  days: number | typeof ALL_DAYS = DEFAULT_REPORT_DAYS;
}

// Query parameters arrive as text.
function WholeDays(message: string): PropertyDecorator {
  return applyDecorators(
    Convert((value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value)),
    WholeNumber(1, MAX_REPORT_DAYS, message),
  );
}
