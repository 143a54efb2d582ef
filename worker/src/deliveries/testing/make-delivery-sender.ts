import { Registry } from 'prom-client';
import type { EntityManager } from 'typeorm';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { LetterReadersRepository } from '@ringwell/database/accounts/letter-readers.repository';
import { MembersRepository } from '@ringwell/database/accounts/members.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { FollowUpDeliveriesRepository } from '@ringwell/database/deliveries/follow-up-deliveries.repository';
import { FollowUpNoticesRepository } from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { WeeklyLetterContentsRepository } from '@ringwell/database/weekly-letters/weekly-letter-contents.repository';
import { WeeklyLettersRepository } from '@ringwell/database/weekly-letters/weekly-letters.repository';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { ChannelRegistry } from '../channel-registry';
import type { DeliveryChannel } from '../delivery-channel';
import { DeliveryPolicyService } from '../delivery-policy.service';
import { DeliverySenderService } from '../delivery-sender.service';
import { FollowUpSenderService } from '../follow-up-sender.service';
import { LetterSenderService } from '../letter-sender.service';
import { MessageComposerService } from '../message-composer.service';
import { NoticeSenderService } from '../notice-sender.service';

const CONFIG = { PORT: 3000, PUBLIC_URL: 'https://calls.example.com' } as WorkerConfig;

export function makeDeliverySender(
  manager: EntityManager,
  channels: DeliveryChannel[],
  { kind = DeliverySenderService, deliveries = new DeliveriesRepository(manager), config = CONFIG } = {},
): DeliverySenderService {
  const registry = new ChannelRegistry(channels);
  const policy = new DeliveryPolicyService(registry, config);
  const messages = new MessageComposerService(
    new CallsRepository(manager),
    new AccountsRepository(manager),
    new MembersRepository(manager),
    new FollowUpNoticesRepository(manager),
    new SecretBox(TEST_KEY),
    config,
  );
  return new kind(
    deliveries,
    messages,
    registry,
    policy,
    new NoticeSenderService(
      new FollowUpSenderService(deliveries, new FollowUpDeliveriesRepository(manager), messages, policy),
      new LetterSenderService(
        messages,
        new WeeklyLettersRepository(manager),
        new WeeklyLetterContentsRepository(manager),
        new LetterReadersRepository(manager),
        policy,
        config,
      ),
    ),
    new PipelineMetrics(new Registry()),
    createLogger({ service: 'test', level: 'fatal' }),
  );
}
