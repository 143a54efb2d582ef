import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsBoolean, IsIn, IsObject, Matches, ValidateIf, ValidateNested } from 'class-validator';

import type { MemberAlerts, QuietHours } from '@ringwell/domain/accounts/member-alerts';
import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

import { IfSent } from '../../http/request/if-sent.decorator';
import { boolean, FieldsType, text } from '../../http/response/dto-fields';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const INVALID_TIME = { message: 'This must be a time of day from 00:00 to 23:59, such as 21:30.' };

export class QuietHoursDto implements QuietHours {
  @ApiProperty({ pattern: TIME_OF_DAY.source, example: '21:00' })
  @Matches(TIME_OF_DAY, INVALID_TIME)
  from!: string;

  @ApiProperty({ pattern: TIME_OF_DAY.source, description: 'Must differ from the start time.', example: '07:00' })
  @Matches(TIME_OF_DAY, INVALID_TIME)
  until!: string;
}

export class ChangeMemberAlertsDto implements MemberAlerts {
  @ApiProperty({
    enum: CALL_LABELS,
    isArray: true,
    description: "Which calls you want emails about, in addition to the account's alerts.",
    example: ['negative', 'needs_review'],
  })
  @IsArray({ message: 'This must be a list.' })
  @IsIn(CALL_LABELS, { each: true, message: `Each must be one of ${CALL_LABELS.join(', ')}.` })
  @ArrayUnique({ message: 'List each label only once.' })
  labels!: CallLabel[];

  @ApiProperty({
    type: QuietHoursDto,
    nullable: true,
    description:
      "Quiet hours, in the account's time zone. Emails about calls are held until they end, unless a customer is in danger.",
  })
  @ValidateIf((_body, value: unknown) => value !== null)
  @IsObject({ message: 'This must be an object with from and until, or null.' })
  @ValidateNested()
  @Type(() => QuietHoursDto)
  quietHours!: QuietHoursDto | null;

  @ApiPropertyOptional({
    description:
      'Whether you want the weekly letter on Mondays at 7 AM. Owners and managers get it by default. Unchanged if omitted.',
    example: true,
  })
  @IfSent()
  @IsBoolean({ message: 'This must be true or false.' })
  weeklyLetter?: boolean;
}

export class MemberAlertsDto extends FieldsType(OmitType(ChangeMemberAlertsDto, ['weeklyLetter']), {
  weeklyLetter: boolean({ description: 'Whether you get the weekly letter.', example: true }),
  address: text({
    nullable: true,
    description: 'The address that the emails are sent to.',
    example: 'paul@reyes-hvac.example',
  }),
  timeZone: text({ description: 'Time zone of the account.', example: 'America/New_York' }),
  reviewAlertsEnabled: boolean({
    description: "Whether the account sends alerts about calls that need a listen. If not, you won't get them either.",
    example: true,
  }),
  isMailSetUp: boolean({ description: 'Whether this server can send email.', example: true }),
  isUnsubscribed: boolean({
    description: "Whether your address has unsubscribed from the account's emails.",
    example: false,
  }),
}) {}
