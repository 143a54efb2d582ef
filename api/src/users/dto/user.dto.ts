import { ApiProperty } from '@nestjs/swagger';

import { ACCOUNT_STATUSES, type AccountStatus } from '@ringwell/database/accounts/account.entity';
import { MEMBER_ROLES, type MemberRole } from '@ringwell/domain/accounts/member-role';
import { BILLING_STATES, type BillingState } from '@ringwell/domain/billing/subscription';

import { BaseUserDto } from '../../auth/current-user/base-user.dto';
import { ApiNullable } from '../../http/response/nullable.decorator';

export class UserAccountDto {
  @ApiProperty({
    format: 'uuid',
    description: 'The user who represents the account in these routes.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  ownerId!: string;

  @ApiProperty({ description: "The company, or the owner's name if there is no company.", example: 'Reyes HVAC' })
  name!: string;

  @ApiProperty({ enum: MEMBER_ROLES, example: 'owner' })
  role!: MemberRole;

  @ApiProperty({ description: 'Whether the account is deleted with the user.', example: true })
  isSoleOwner!: boolean;

  @ApiProperty({ type: 'integer', description: 'Number of members, including the user.', example: 3 })
  memberCount!: number;

  @ApiProperty({ example: false })
  hasSubscription!: boolean;
}

export class UserDeletionDto {
  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  requestedAt!: string;

  @ApiNullable(String, {
    description: 'Why the last attempt failed. The deletion is retried every minute.',
    example: null,
  })
  problem!: string | null;
}

export class UserDto extends BaseUserDto {
  @ApiNullable(String, { example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({
    enum: ACCOUNT_STATUSES,
    nullable: true,
    description: 'demo: a few trial uploads. active: the full product. Null for users who do not own an account.',
    example: 'active',
  })
  status!: AccountStatus | null;

  @ApiProperty({ description: "When false, neither sign-in nor the account's bearer tokens work.", example: true })
  isActive!: boolean;

  @ApiNullable('date-time', {
    example: '2026-03-31T14:05:00.000Z',
    description: 'Usage months for accounts without a subscription start at this time.',
  })
  activatedAt!: string | null;

  @ApiNullable(String, { description: 'The tenant ID of the account in ServiceTitan.', example: '987654321' })
  serviceTitanTenant!: string | null;

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

  @ApiNullable(UserDeletionDto, {
    description: 'Set while the user is being deleted. The user cannot be changed during that time.',
  })
  deletion!: UserDeletionDto | null;

  @ApiProperty({ type: [UserAccountDto], description: 'Accounts of which the user is a member, owned accounts first.' })
  accounts!: UserAccountDto[];
}
