import { ApiProperty } from '@nestjs/swagger';

import { DayOrInstant } from '../../http/request/day-or-instant.decorator';

export class CloseFollowUpsDto {
  @ApiProperty({
    description:
      "Closes follow-ups whose last call and due time are before this date or time, in ISO 8601. Dates are in the account's time zone. " +
      'Must not be later than the start of today.',
    example: '2026-03-20',
  })
  @DayOrInstant()
  before!: string;
}
