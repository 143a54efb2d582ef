import { ApiProperty } from '@nestjs/swagger';

import { ACCOUNT_STATUSES, type AccountStatus } from '@ringwell/database/accounts/account.entity';
import { MEMBER_ROLES, type MemberRole } from '@ringwell/domain/accounts/member-role';
import { REQUIRED_STEPS, type RequiredStep } from '@ringwell/domain/accounts/required-step';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { BaseUserDto } from './base-user.dto';

/** The signed-in user; during impersonation, the impersonated user. */
export class CurrentUserDto extends BaseUserDto {
  @ApiNullable(String, { example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({ enum: ACCOUNT_STATUSES, example: 'active' })
  status!: AccountStatus;

  @ApiNullable('date-time', {
    example: '2026-03-31T14:05:00.000Z',
    description: 'Usage months for accounts without a subscription start at this time.',
  })
  activatedAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-30T09:00:00.000Z' })
  createdAt!: string;

  @ApiNullable(String, {
    example: 'America/New_York',
    description: 'IANA time zone of the account; null until it is set.',
  })
  timeZone!: string | null;

  @ApiProperty({ description: 'Whether the user has a password.', example: true })
  hasPassword!: boolean;

  @ApiProperty({
    format: 'uuid',
    description: 'The account that the user is working on.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  accountId!: string;

  @ApiProperty({ description: "The company, or else the owner's name.", example: 'Reyes HVAC' })
  accountName!: string;

  @ApiProperty({ enum: MEMBER_ROLES, description: "The user's role in the account.", example: 'owner' })
  memberRole!: MemberRole;

  @ApiProperty({
    enum: REQUIRED_STEPS,
    nullable: true,
    description: 'The step that the user must complete first.',
    example: null,
  })
  requiredStep!: RequiredStep | null;

  @ApiProperty({
    description: 'Whether the current password does not meet the rules for new passwords. Ask the user to change it.',
    example: false,
  })
  hasWeakPassword!: boolean;

  @ApiProperty({ description: 'Whether an administrator is viewing as this user.', example: false })
  isImpersonated!: boolean;
}
