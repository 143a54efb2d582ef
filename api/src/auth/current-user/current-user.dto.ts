import { ACCOUNT_STATUSES } from '@ringwell/database/accounts/account.entity';
import { MEMBER_ROLES } from '@ringwell/domain/accounts/member-role';
import { REQUIRED_STEPS } from '@ringwell/domain/accounts/required-step';

import { boolean, dateTime, FieldsType, oneOf, text, uuid } from '../../http/response/dto-fields';
import { BaseUserDto } from './base-user.dto';

/** The signed-in user; during impersonation, the impersonated user. */
export class CurrentUserDto extends FieldsType(BaseUserDto, {
  company: text({ nullable: true, example: 'Reyes HVAC' }),
  status: oneOf(ACCOUNT_STATUSES, { example: 'active' }),
  activatedAt: dateTime({
    nullable: true,
    example: '2026-03-31T14:05:00.000Z',
    description: 'Usage months for accounts without a subscription start at this time.',
  }),
  createdAt: dateTime({ example: '2026-03-30T09:00:00.000Z' }),
  timeZone: text({
    nullable: true,
    example: 'America/New_York',
    description: "The account's IANA time zone; null until it is set.",
  }),
  hasPassword: boolean({ description: 'Whether the user has a password.', example: true }),
  accountId: uuid({
    description: 'The account that the user is currently working in.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  }),
  accountName: text({ description: "The company, or else the owner's name.", example: 'Reyes HVAC' }),
  memberRole: oneOf(MEMBER_ROLES, { description: "The user's role in the account.", example: 'owner' }),
  requiredStep: oneOf(REQUIRED_STEPS, {
    nullable: true,
    description: 'The step that the user must complete first.',
    example: null,
  }),
  hasWeakPassword: boolean({
    description: "Whether the password wouldn't be accepted as a new password. If true, ask the user to change it.",
    example: false,
  }),
  isImpersonated: boolean({ description: 'Whether an administrator is viewing as this user.', example: false }),
}) {}
