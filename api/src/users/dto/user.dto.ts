import { ApiProperty } from '@nestjs/swagger';

import { USER_STATUSES, type UserStatus } from '@ringwell/database/accounts/user.entity';
import { BILLING_STATES, type BillingState } from '@ringwell/domain/subscription';

import { PersonDto } from '../../auth/person.dto';

/** A user, as administrators see one. */
export class UserDto extends PersonDto {
  @ApiProperty({ type: String, nullable: true, example: 'https://images.example.com/dana.png' })
  profileImageUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({
    enum: USER_STATUSES,
    description: 'demo: may try some uploads. active: has the full product.',
    example: 'active',
  })
  status!: UserStatus;

  @ApiProperty({ description: 'False: neither the person nor a bearer token of the account gets in.', example: true })
  isActive!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-03-31T14:05:00.000Z',
    description: 'Without a subscription, usage months count from here.',
  })
  activatedAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  updatedAt!: string;

  @ApiProperty({ description: 'Whether the person can sign in with a password.', example: true })
  hasPassword!: boolean;

  @ApiProperty({
    enum: BILLING_STATES,
    nullable: true,
    example: 'charged',
    description:
      'Of a subscriber; null without a subscription. paused: the account is disabled, and nothing is ' +
      'charged. pausing, resuming and canceling: the payment provider is being told, usually for some seconds.',
  })
  billing!: BillingState | null;
}
