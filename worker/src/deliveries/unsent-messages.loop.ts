import { Injectable } from '@nestjs/common';

import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { ChannelRegistry } from './channel-registry';

const INTERVAL_MS = 3_600_000;

/** Once the operator has set up a channel, sends the last week's messages that couldn't be sent without it. */
@Injectable()
export class UnsentMessagesLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly deliveries: DeliveriesRepository,
    private readonly channels: ChannelRegistry,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'delivery: failed to find unsent messages' });
  }

  override async pass(): Promise<void> {
    const usableChannels = this.channels.names.filter((name) => this.channels.findProblem(name) === null);
    const messages = await this.deliveries.requeueUnavailable(usableChannels);
    if (messages > 0) this.logger.info({ messages }, 'delivery: queued unsent messages');
  }
}
