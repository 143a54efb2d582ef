import { PickType } from '@nestjs/swagger';

import { ACCOUNT_STATUSES } from '@ringwell/database/accounts/account.entity';
import { PROFILE_SETTINGS } from '@ringwell/domain/settings/settings';

import { boolean, dateTime, FieldsType, object, oneOf, text, uuid } from '../../http/response/dto-fields';
import { SettingsDto } from '../dto/settings.dto';

export class ProfileSettingsDto extends PickType(SettingsDto, PROFILE_SETTINGS) {}

export class ProfileDto extends FieldsType({
  userId: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  email: text({
    nullable: true,
    description: "Null if the sign-in provider doesn't return one.",
    example: 'dana@reyes-hvac.example',
  }),
  name: text({ nullable: true, description: 'First and last name.', example: 'Dana Reyes' }),
  company: text({ nullable: true, example: 'Reyes HVAC' }),
  status: oneOf(ACCOUNT_STATUSES, { description: 'Calls from demo accounts are rejected.', example: 'active' }),
  isActive: boolean({
    description: "Whether the account is enabled. If not, its tokens don't work.",
    example: true,
  }),
  activatedAt: dateTime({
    nullable: true,
    example: '2026-03-31T14:05:00.000Z',
    description: 'Usage months start on this day unless the account has a subscription.',
  }),
  serviceTitanTenant: text({ nullable: true, description: 'ServiceTitan tenant ID.', example: '987654321' }),
  settings: object(ProfileSettingsDto),
}) {}
