import { ACCOUNT_STATUSES } from '@ringwell/database/accounts/account.entity';
import { MEMBER_ROLES } from '@ringwell/domain/accounts/member-role';
import { BILLING_STATES } from '@ringwell/domain/billing/subscription';

import { BaseUserDto } from '../../auth/current-user/base-user.dto';
import {
  boolean,
  dateTime,
  FieldsType,
  integer,
  listOf,
  object,
  oneOf,
  text,
  uuid,
} from '../../http/response/dto-fields';

export class UserAccountDto extends FieldsType({
  ownerId: uuid({
    description: 'The user who represents the account in these routes.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  }),
  name: text({ description: "The company, or the owner's name if there is no company.", example: 'Reyes HVAC' }),
  role: oneOf(MEMBER_ROLES, { example: 'owner' }),
  isSoleOwner: boolean({ description: 'Whether the account is deleted with the user.', example: true }),
  memberCount: integer({ description: 'Number of members, including the user.', example: 3 }),
  hasSubscription: boolean({ example: false }),
}) {}

export class UserDeletionDto extends FieldsType({
  requestedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  problem: text({
    nullable: true,
    description: 'Why the last attempt failed. The deletion is retried every minute.',
    example: null,
  }),
}) {}

export class UserDto extends FieldsType(BaseUserDto, {
  company: text({ nullable: true, example: 'Reyes HVAC' }),
  status: oneOf(ACCOUNT_STATUSES, {
    nullable: true,
    description: 'demo: a few trial uploads. active: the full product. Null for users who do not own an account.',
    example: 'active',
  }),
  isActive: boolean({
    description: "If false, the user can't sign in, and accounts without another enabled owner are disabled.",
    example: true,
  }),
  activatedAt: dateTime({
    nullable: true,
    example: '2026-03-31T14:05:00.000Z',
    description: 'Usage months for accounts without a subscription start at this time.',
  }),
  serviceTitanTenant: text({
    nullable: true,
    description: 'The tenant ID of the account in ServiceTitan.',
    example: '987654321',
  }),
  createdAt: dateTime({ example: '2026-03-30T09:00:00.000Z' }),
  updatedAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
  hasPassword: boolean({ description: 'Whether the user can sign in with a password.', example: true }),
  billing: oneOf(BILLING_STATES, {
    nullable: true,
    example: 'charged',
    description:
      'Null without a subscription. paused: the account is disabled and not charged. pausing, resuming and ' +
      'canceling: the change is being sent to the payment provider, usually for a few seconds.',
  }),
  deletion: object(UserDeletionDto, {
    nullable: true,
    description: 'Set while the user is being deleted. The user cannot be changed during that time.',
  }),
  accounts: listOf(UserAccountDto, { description: 'Accounts that the user is a member of, owned accounts first.' }),
}) {}
