import { ApiProperty, PickType } from '@nestjs/swagger';

import { USER_STATUSES, type UserStatus } from '@ringwell/database/accounts/user.entity';

import { SettingsDto } from '../dto/settings.dto';

/** The switches and limits that decide what happens to a call; nothing that connects to a vendor. */
export const PROFILE_SETTINGS = [
  'active',
  'slackEnabled',
  'slackPositiveSentiment',
  'slackNeutralSentiment',
  'slackNegativeSentiment',
  'teamsEnabled',
  'teamsPositiveSentiment',
  'teamsNeutralSentiment',
  'teamsNegativeSentiment',
  'googleChatEnabled',
  'googleChatPositiveSentiment',
  'googleChatNeutralSentiment',
  'googleChatNegativeSentiment',
  'emailEnabled',
  'emailPositiveSentiment',
  'emailNeutralSentiment',
  'emailNegativeSentiment',
  'usageLimitEnabled',
  'monthlyMinuteLimit',
  'inboundCallsEnabled',
  'inboundMinCallTime',
  'outboundCallsEnabled',
  'outboundMinCallTime',
  'processingTimeoutMinutes',
  'maxConcurrentWorkflows',
  'noteTarget',
  'serviceTitanPollingEnabled',
  'addOns',
] as const satisfies (keyof SettingsDto)[];

export class ProfileSettingsDto extends PickType(SettingsDto, PROFILE_SETTINGS) {}

/** An account as an automation needs to know it. */
export class ProfileDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  userId!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null when the sign-in provider gives none.',
    example: 'dana@reyes-hvac.example',
  })
  email!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'First and last name.', example: 'Dana Reyes' })
  name!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({ enum: USER_STATUSES, description: 'Calls of demo accounts are refused.', example: 'active' })
  status!: UserStatus;

  @ApiProperty({ description: 'Whether the person may sign in and use tokens.', example: true })
  isActive!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-03-31T14:05:00.000Z',
    description: 'Without a subscription, usage months count from here.',
  })
  activatedAt!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Tenant id at ServiceTitan.', example: '987654321' })
  serviceTitanTenant!: string | null;

  @ApiProperty({ type: ProfileSettingsDto })
  settings!: ProfileSettingsDto;
}
