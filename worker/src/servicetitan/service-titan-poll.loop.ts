import { Inject, Injectable } from '@nestjs/common';

import type { Connection } from '@ringwell/database/deliveries/connection.entity';
import { ConnectionsRepository } from '@ringwell/database/deliveries/connections.repository';
import { isAccountDeletedError } from '@ringwell/database/postgres/account-deleted-error';
import {
  ServiceTitanPollsRepository,
  type PolledAccount,
} from '@ringwell/database/servicetitan/service-titan-polls.repository';
import { destinationNames } from '@ringwell/domain/deliveries/delivery';
import { toAppError, unavailable } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { destinationHash } from '@ringwell/platform/crypto/destination-hash';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { ServiceTitanFeed } from './service-titan-feed';

const INTERVAL_MS = 1_000;
// Limits parallel polls, so that unresponsive accounts don't block others.
const MAX_PARALLEL_POLLS = 10;
// After a timeout, the next poll picks up where the last one stopped.
const POLL_TIMEOUT_MS = 120_000;
// Delay after a transient error, unless ServiceTitan requests a longer one.
const COOLDOWN_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const CALLS_QUEUED_PER_PASS = 500;

/** The `ServiceTitanModule` feeds that the loop reads. */
export const SERVICE_TITAN_FEEDS = Symbol('SERVICE_TITAN_FEEDS');

/**
 * Reads accounts' new calls and jobs, and queues received calls when it's time to check for their recordings. Passes
 * don't wait for polls.
 */
@Injectable()
export class ServiceTitanPollLoop extends LeaderLoop {
  private readonly runningPolls = new Map<string, Promise<void>>();
  private readonly stopController = new AbortController();

  constructor(
    private readonly leader: LeaderElectionService,
    private readonly polls: ServiceTitanPollsRepository,
    private readonly connections: ConnectionsRepository,
    @Inject(SERVICE_TITAN_FEEDS) private readonly feeds: readonly ServiceTitanFeed[],
    private readonly metrics: PipelineMetrics,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'servicetitan: poll pass failed' });
  }

  // Pages stored by aborted polls are kept, and the next polls continue from there.
  override async onModuleDestroy(): Promise<void> {
    this.stopController.abort(
      unavailable('SERVICETITAN_POLLING_STOPPED', 'The worker is stopping.', { retryable: true }),
    );
    await super.onModuleDestroy();
    await Promise.all(this.runningPolls.values());
  }

  override async pass(): Promise<void> {
    const isSetUp = this.config.SERVICETITAN_APP_KEY !== undefined;
    await this.runPart('received', () => this.polls.queueReceivedCalls(CALLS_QUEUED_PER_PASS, isSetUp));
    if (!isSetUp) return;
    for (const feed of this.feeds) await this.startPolls(feed);
  }

  private async startPolls(feed: ServiceTitanFeed): Promise<void> {
    const runningIds = [...this.runningPolls].flatMap(([key]) =>
      key.startsWith(feed.name) ? key.slice(feed.name.length) : [],
    );
    const freeSlots = MAX_PARALLEL_POLLS - runningIds.length;
    if (freeSlots <= 0) return;
    const maxDelaySeconds = Math.max(this.config.SERVICETITAN_POLL_SECONDS, MAX_COOLDOWN_MS / 1_000);
    const dueAccounts = await this.polls.listDueAccounts(feed.name, runningIds, freeSlots, maxDelaySeconds);
    for (const account of dueAccounts) {
      const key = `${feed.name}${account.account.id}`;
      this.runningPolls.set(
        key,
        this.poll(feed, account).finally(() => {
          this.runningPolls.delete(key);
          if (dueAccounts.length === freeSlots) this.wake(); // more accounts may be due
        }),
      );
    }
  }

  // Never rejects, so that a failure only affects one account.
  private async poll(feed: ServiceTitanFeed, account: PolledAccount): Promise<void> {
    const accountId = account.account.id;
    const limit = startTimeLimit(POLL_TIMEOUT_MS, this.stopController.signal);
    try {
      const found = await feed.read(account, {
        signal: limit.signal,
        canContinue: () => this.leader.isLeader && !this.isStopping,
      });
      await this.connections.clearFailure(connectionKey(account), feed.errorCode);
      if (found > 0) this.logger.info({ accountId, found }, `servicetitan: read ${feed.name}`);
    } catch (error) {
      if (!this.isStopping)
        await this.recordFailure(feed, account, error).catch((err: unknown) =>
          this.logger.warn({ err, accountId }, 'servicetitan: failed to record a failed poll'),
        );
    } finally {
      limit.end();
    }
  }

  private async recordFailure(feed: ServiceTitanFeed, account: PolledAccount, thrown: unknown): Promise<void> {
    if (isAccountDeletedError(thrown)) return;
    const { code, message, kind, retryable, retryAfterMs = 0 } = toAppError(thrown);
    const accountId = account.account.id;
    this.logger.warn({ err: thrown, accountId, code }, `servicetitan: failed to read ${feed.name}`);
    if (kind === 'provider') this.metrics.countProviderError('servicetitan', code);
    const pollMs = this.config.SERVICETITAN_POLL_SECONDS * 1_000;
    const cooldownMs = retryable ? Math.max(Math.min(COOLDOWN_MS, pollMs), retryAfterMs) : pollMs;
    await this.polls.postpone(feed.name, accountId, Math.min(cooldownMs, Math.max(pollMs, MAX_COOLDOWN_MS)));
    if (retryable) return;
    await this.connections.recordPermanentFailure(connectionKey(account), {
      code: feed.errorCode,
      message: `${feed.consequence} ${message}`,
    });
  }
}

/** The connection that shows ServiceTitan's status, shared with notes. */
export function connectionKey({
  account,
  settings,
}: PolledAccount): Pick<Connection, 'accountId' | 'channel' | 'destination' | 'destinationHash'> {
  const [destination = ''] = destinationNames('servicetitan', {
    ...settings,
    serviceTitanTenant: account.serviceTitanTenant,
  });
  return {
    accountId: account.id,
    channel: 'servicetitan',
    destination,
    destinationHash: destinationHash(destination),
  };
}
