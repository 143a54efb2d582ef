import { Module } from '@nestjs/common';

import { AccountSettingsController } from './account-settings.controller';
import { ChannelAvailability } from './connections/channel-availability';
import { ConnectionTests } from './connections/connection-tests';
import { ConnectionsController } from './connections/connections.controller';
import { ConnectionsService } from './connections/connections.service';
import { TestPollOptions } from './connections/test-poll-options';
import { MySettingsController } from './my-settings.controller';
import { ProfileController } from './profile/profile.controller';
import { SealedSettings } from './sealed-settings';
import { SettingsService } from './settings.service';
import { WebhookAddresses } from './webhook-addresses';

/** Switches, limits and connections of accounts, and what automations need to know of them. */
@Module({
  controllers: [MySettingsController, AccountSettingsController, ConnectionsController, ProfileController],
  providers: [
    SettingsService,
    SealedSettings,
    WebhookAddresses,
    ConnectionsService,
    ConnectionTests,
    ChannelAvailability,
    TestPollOptions,
  ],
})
export class SettingsModule {}
