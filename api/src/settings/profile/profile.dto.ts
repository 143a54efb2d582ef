import { ApiProperty, PickType } from '@nestjs/swagger';

import { ACCOUNT_STATUSES, type AccountStatus } from '@ringwell/database/accounts/account.entity';
import { PROFILE_SETTINGS } from '@ringwell/domain/settings/settings';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { SettingsDto } from '../dto/settings.dto';

export class ProfileSettingsDto extends PickType(SettingsDto, PROFILE_SETTINGS) {}

export class ProfileDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiNullable(String, {
    description: "Null if the sign-in provider doesn't return one.",
    example: 'dana@reyes-hvac.example',
  })
  email!: string | null;

  @ApiNullable(String, { description: 'First and last name.', example: 'Dana Reyes' })
  name!: string | null;

  @ApiNullable(String, { example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({ enum: ACCOUNT_STATUSES, description: 'Calls from demo accounts are rejected.', example: 'active' })
  status!: AccountStatus;

  @ApiProperty({ description: "Whether the account is enabled. If not, its tokens don't work.", example: true })
  isActive!: boolean;

  @ApiNullable('date-time', {
    example: '2026-03-31T14:05:00.000Z',
    description: 'Usage months start on this day unless the account has a subscription.',
  })
  activatedAt!: string | null;

  @ApiNullable(String, { description: 'ServiceTitan tenant ID.', example: '987654321' })
  serviceTitanTenant!: string | null;

  @ApiProperty({ type: ProfileSettingsDto })
  settings!: ProfileSettingsDto;
}
