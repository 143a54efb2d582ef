import { Inject, Injectable } from '@nestjs/common';

import {
  ServiceTitanPollsRepository,
  type PolledAccount,
} from '@ringwell/database/calls/service-titan-polls.repository';
import { ConnectionsRepository } from '@ringwell/database/deliveries/connections.repository';
import { isAccountDeletedError } from '@ringwell/database/postgres/account-deleted-error';
import { AppError, toAppError } from '@ringwell/domain/errors/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { ServiceTitanPollService } from './service-titan-poll.service';

const INTERVAL_MS = 1_000;
// Limits parallel polls, so that an unresponsive account blocks no other.
const MAX_PARALLEL_POLLS = 10;
// The next poll continues where one that timed out has stopped.
const POLL_TIMEOUT_MS = 120_000;
// Delay after a transient error, unless ServiceTitan requests a longer one.
const COOLDOWN_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const CALLS_QUEUED_PER_PASS = 500;

const ERROR_CODE = 'SERVICETITAN_POLLING';

/**
 * Fetches new calls of accounts with polling, and queues received calls whose recording is due to be checked. Passes do
 * not wait for polls.
 */
@Injectable()
export class ServiceTitanPollLoop extends LeaderLoop {
  private readonly running = new Map<string, Promise<void>>();
  private readonly stop = new AbortController();

  constructor(
    private readonly leader: LeaderElectionService,
    private readonly polls: ServiceTitanPollsRepository,
    private readonly connections: ConnectionsRepository,
    private readonly pollService: ServiceTitanPollService,
    private readonly metrics: PipelineMetrics,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: INTERVAL_MS, failure: 'servicetitan: poll pass failed' });
  }

  // The pages that aborted polls have stored are kept, and the next polls continue from there.
  override async onModuleDestroy(): Promise<void> {
    this.stop.abort(
      new AppError({
        kind: 'unavailable',
        code: 'SERVICETITAN_POLLING_STOPPED',
        message: 'The worker is stopping.',
        retryable: true,
      }),
    );
    await super.onModuleDestroy();
    await Promise.all(this.running.values());
  }

  protected override async pass(): Promise<void> {
    await this.polls.queueReceived(CALLS_QUEUED_PER_PASS);
    const free = MAX_PARALLEL_POLLS - this.running.size;
    if (this.config.SERVICETITAN_APP_KEY === undefined || free <= 0) return;
    const due = await this.polls.listDueAccounts([...this.running.keys()], free);
    for (const account of due) {
      const { id } = account.account;
      this.running.set(
        id,
        this.poll(account).finally(() => {
          this.running.delete(id);
          if (due.length === free) this.wake(); // more accounts may be due
        }),
      );
    }
  }

  // Never rejects, so that a failure affects one account only.
  private async poll(account: PolledAccount): Promise<void> {
    const limit = startTimeLimit(POLL_TIMEOUT_MS, this.stop.signal);
    try {
      const newCalls = await this.pollService.poll(account, {
        signal: limit.signal,
        mayContinue: () => this.leader.isLeader && !this.isStopping,
      });
      await this.connections.clearFailure(this.pollService.connectionKey(account), ERROR_CODE);
      if (newCalls > 0)
        this.logger.info({ accountId: account.account.id, newCalls }, 'servicetitan: fetched new calls');
    } catch (error) {
      if (!this.isStopping)
        await this.recordFailure(account, error).catch((err: unknown) =>
          this.logger.warn({ err, accountId: account.account.id }, 'servicetitan: could not record a failed poll'),
        );
    } finally {
      limit.end();
    }
  }

  private async recordFailure(account: PolledAccount, thrown: unknown): Promise<void> {
    if (isAccountDeletedError(thrown)) return;
    const { code, message, kind, retryable, retryAfterMs = 0 } = toAppError(thrown);
    const accountId = account.account.id;
    this.logger.warn({ err: thrown, accountId, code }, 'servicetitan: could not fetch new calls');
    if (kind === 'provider') this.metrics.countProviderError('servicetitan', code);
    const pollMs = this.config.SERVICETITAN_POLL_SECONDS * 1_000;
    const cooldownMs = retryable ? Math.max(Math.min(COOLDOWN_MS, pollMs), retryAfterMs) : pollMs;
    await this.polls.postpone(accountId, Math.min(cooldownMs, Math.max(pollMs, MAX_COOLDOWN_MS)));
    if (retryable) return;
    await this.connections.recordPermanentFailure(this.pollService.connectionKey(account), {
      code: ERROR_CODE,
      message: `New calls aren't being fetched. ${message}`,
    });
  }
}
