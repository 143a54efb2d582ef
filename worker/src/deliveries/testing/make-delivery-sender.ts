import { Registry } from 'prom-client';
import type { EntityManager } from 'typeorm';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { LetterReadersRepository } from '@ringwell/database/accounts/members/letter-readers.repository';
import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { FollowUpDeliveriesRepository } from '@ringwell/database/deliveries/follow-up-deliveries.repository';
import { FollowUpNoticesRepository } from '@ringwell/database/follow-ups/follow-up-notices.repository';
import { WeeklyLetterContentsRepository } from '@ringwell/database/weekly-letters/weekly-letter-contents.repository';
import { WeeklyLettersRepository } from '@ringwell/database/weekly-letters/weekly-letters.repository';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { makeWorkerIdentity } from '../../calls/testing/make-worker-identity';
import { ChannelRegistry } from '../channel-registry';
import type { DeliveryChannel } from '../delivery-channel';
import { DeliveryPolicyService } from '../delivery-policy.service';
import { DeliverySenderService } from '../delivery-sender.service';
import { CallMessageService } from '../messages/call-message.service';
import { DigestMessageService } from '../messages/digest-message.service';
import { EventMessageService } from '../messages/event-message.service';
import { LetterMessageService } from '../messages/letter-message.service';
import { MessageContextService } from '../messages/message-context.service';
import { MessagesService } from '../messages/messages.service';
import { TestMessageService } from '../messages/test-message.service';

const CONFIG = { PORT: 3000, PUBLIC_URL: 'https://calls.example.com' } as WorkerConfig;

export function makeDeliverySender(
  manager: EntityManager,
  channels: DeliveryChannel[],
  {
    kind = DeliverySenderService,
    deliveries = new DeliveriesRepository(manager),
    identity = makeWorkerIdentity(),
    config = CONFIG,
  } = {},
): DeliverySenderService {
  const registry = new ChannelRegistry(channels);
  const policy = new DeliveryPolicyService(registry, config);
  const context = new MessageContextService(
    new AccountsRepository(manager),
    new MembersRepository(manager),
    new SecretBox(TEST_KEY),
    config,
  );
  const notices = new FollowUpNoticesRepository(manager);
  return new kind(
    deliveries,
    registry,
    context,
    new MessagesService(
      new CallMessageService(context, new CallsRepository(manager), notices, deliveries, policy),
      new DigestMessageService(context, notices, new FollowUpDeliveriesRepository(manager), policy),
      new EventMessageService(context, notices, policy),
      new LetterMessageService(
        context,
        new WeeklyLettersRepository(manager),
        new WeeklyLetterContentsRepository(manager),
        new LetterReadersRepository(manager),
        policy,
      ),
      new TestMessageService(context),
    ),
    identity,
    new PipelineMetrics(new Registry()),
    createLogger({ service: 'test', level: 'fatal' }),
  );
}
