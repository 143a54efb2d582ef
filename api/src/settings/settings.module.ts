import { Module } from '@nestjs/common';

import { AccountSettingsController } from './account-settings.controller';
import { MySettingsController } from './my-settings.controller';
import { ProfileController } from './profile/profile.controller';
import { SealedSettings } from './sealed-settings';
import { SettingsService } from './settings.service';
import { WebhookAddresses } from './webhook-addresses';

/** Switches, limits and connections of accounts, and what automations need to know of them. */
@Module({
  controllers: [MySettingsController, AccountSettingsController, ProfileController],
  providers: [SettingsService, SealedSettings, WebhookAddresses],
})
export class SettingsModule {}
