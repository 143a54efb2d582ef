import { Module } from '@nestjs/common';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';

import { EnginesModule } from '../engines.module';
import { LeaderModule } from '../leader/leader.module';
import { MailModule } from '../mail/mail.module';
import { ServiceTitanModule } from '../servicetitan/service-titan.module';
import { ChannelRegistry } from './channel-registry';
import { CallbackChannel } from './channels/callback/callback.channel';
import { EmailChannel } from './channels/email/email.channel';
import { GoogleChatChannel } from './channels/google-chat/google-chat.channel';
import { ServiceTitanChannel } from './channels/servicetitan/servicetitan.channel';
import { SlackChannel } from './channels/slack/slack.channel';
import { SlackClient } from './channels/slack/slack.client';
import { TeamsChannel } from './channels/teams/teams.channel';
import { WebhookChannel } from './channels/webhook/webhook.channel';
import { ChatWebhookClient } from './chat-webhook.client';
import { DeliveriesProcessor } from './deliveries.processor';
import type { DeliveryChannel } from './delivery-channel';
import { DeliveryPolicyService } from './delivery-policy.service';
import { DeliverySenderService } from './delivery-sender.service';
import { CallMessageService } from './messages/call-message.service';
import { DigestMessageService } from './messages/digest-message.service';
import { EventMessageService } from './messages/event-message.service';
import { LetterMessageService } from './messages/letter-message.service';
import { MessageContextService } from './messages/message-context.service';
import { MessagesService } from './messages/messages.service';
import { TestMessageService } from './messages/test-message.service';
import { SignedWebhookClient } from './signed-webhook.client';
import { UnsentMessagesLoop } from './unsent-messages.loop';

const CHANNELS = [
  CallbackChannel,
  EmailChannel,
  ServiceTitanChannel,
  SlackChannel,
  TeamsChannel,
  GoogleChatChannel,
  WebhookChannel,
];

@Module({
  imports: [EnginesModule, LeaderModule, MailModule, ServiceTitanModule],
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
      useFactory: ({ SLACK_API_URL: apiUrl }: WorkerConfig) => new SlackClient({ apiUrl }),
    },
    ChatWebhookClient,
    SignedWebhookClient,
    DeliveryPolicyService,
    MessageContextService,
    CallMessageService,
    DigestMessageService,
    EventMessageService,
    LetterMessageService,
    TestMessageService,
    MessagesService,
    DeliverySenderService,
    DeliveriesProcessor,
    UnsentMessagesLoop,
  ],
  exports: [ChannelRegistry, DeliveryPolicyService, DeliverySenderService, DeliveriesProcessor],
})
export class DeliveriesModule {}
