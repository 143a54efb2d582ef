import { Module } from '@nestjs/common';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { MailModule } from '../mail/mail.module';
import { ServiceTitanModule } from '../servicetitan/service-titan.module';
import { ChannelRegistry } from './channel-registry';
import { CHANNELS } from './channels';
import { SlackClient } from './channels/slack/slack-client';
import { ChatWebhook } from './chat-webhook';
import { DeliveriesProcessor } from './deliveries.processor';
import type { DeliveryChannel } from './delivery-channel';
import { DeliveryRules } from './delivery-rules';
import { SendDelivery } from './send-delivery';
import { SignedWebhook } from './signed-webhook';

/** Plans and sends messages about calls. */
@Module({
  imports: [MailModule, ServiceTitanModule],
  providers: [
    ...CHANNELS,
    {
      provide: ChannelRegistry,
      inject: CHANNELS,
      useFactory: (...channels: DeliveryChannel[]) => new ChannelRegistry(channels),
    },
    {
      provide: SlackClient,
      inject: [CONFIG],
      useFactory: ({ SLACK_API_URL: apiUrl }: Config) => new SlackClient({ apiUrl }),
    },
    ChatWebhook,
    SignedWebhook,
    DeliveryRules,
    SendDelivery,
    DeliveriesProcessor,
  ],
  exports: [ChannelRegistry, DeliveryRules, SendDelivery, DeliveriesProcessor],
})
export class DeliveriesModule {}
