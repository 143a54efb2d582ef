import { boolean, dateTime, FieldsType, integer } from '../../http/response/dto-fields';
import { UsageTotalsDto } from './usage-totals.dto';

export class MyUsageDto extends FieldsType(UsageTotalsDto, {
  periodStartsAt: dateTime({
    example: '2026-02-28T00:00:00.000Z',
    description:
      'Start of the current usage month. With a subscription: the start of the billing period, ' +
      "to the second. Without a subscription: midnight in the account's time zone, on the day of the month on which it was activated; " +
      'after a time zone change, midnight in the previous time zone.',
  }),
  resetsAt: dateTime({
    description: 'When the next usage month starts and the totals reset.',
    example: '2026-03-31T00:00:00.000Z',
  }),
  monthlyMinuteLimit: integer({ example: 1000 }),
  usageLimitEnabled: boolean({ description: 'Whether calls are skipped once the limit is reached.', example: false }),
}) {}
