import { ApiProperty } from '@nestjs/swagger';

import { ACCOUNT_STATUSES, type AccountStatus } from '@ringwell/database/accounts/account.entity';
import { BILLING_STATES, type BillingState } from '@ringwell/domain/subscription';

import { BaseUserDto } from '../../auth/base-user.dto';

export class UserDto extends BaseUserDto {
  @ApiProperty({ type: String, nullable: true, example: 'https://images.example.com/dana.png' })
  profileImageUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({
    enum: ACCOUNT_STATUSES,
    description: 'demo: a few trial uploads. active: the full product.',
    example: 'active',
  })
  status!: AccountStatus;

  @ApiProperty({ description: "When false, neither sign-in nor the account's bearer tokens work.", example: true })
  isActive!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-03-31T14:05:00.000Z',
    description: 'Usage months start here for accounts without a subscription.',
  })
  activatedAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  updatedAt!: string;

  @ApiProperty({ description: 'Whether the user can sign in with a password.', example: true })
  hasPassword!: boolean;

  @ApiProperty({
    enum: BILLING_STATES,
    nullable: true,
    example: 'charged',
    description:
      'Null without a subscription. paused: the account is disabled and not charged. pausing, resuming and ' +
      'canceling: the change is being sent to the payment provider, usually for a few seconds.',
  })
  billing!: BillingState | null;
}
