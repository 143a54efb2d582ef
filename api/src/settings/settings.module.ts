import { Module } from '@nestjs/common';

import { AccountSettingsController } from './account-settings.controller';
import { AlertAddressLinksController } from './alert-addresses/alert-address-links.controller';
import { AlertAddressesService } from './alert-addresses/alert-addresses.service';
import { ChannelAvailabilityService } from './connections/channel-availability.service';
import { ConnectionTestPollOptions } from './connections/connection-test-poll-options';
import { ConnectionTestsService } from './connections/connection-tests.service';
import { ConnectionsController } from './connections/connections.controller';
import { ConnectionsService } from './connections/connections.service';
import { InboxController } from './inbox/inbox.controller';
import { MySettingsController } from './my-settings.controller';
import { ProfileController } from './profile/profile.controller';
import { SettingSecretsService } from './setting-secrets.service';
import { SettingsViewService } from './settings-view.service';
import { SettingsService } from './settings.service';

@Module({
  controllers: [
    MySettingsController,
    AccountSettingsController,
    ConnectionsController,
    InboxController,
    ProfileController,
    AlertAddressLinksController,
  ],
  providers: [
    SettingsService,
    SettingsViewService,
    AlertAddressesService,
    SettingSecretsService,
    ConnectionsService,
    ConnectionTestsService,
    ChannelAvailabilityService,
    ConnectionTestPollOptions,
  ],
})
export class SettingsModule {}
