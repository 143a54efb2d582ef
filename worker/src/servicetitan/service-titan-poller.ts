import { Inject, Injectable } from '@nestjs/common';

import {
  ServiceTitanPollsRepository,
  type PolledAccount,
} from '@ringwell/database/calls/service-titan-polls.repository';
import { ConnectionsRepository } from '@ringwell/database/deliveries/connections.repository';
import { isUserDeletedError } from '@ringwell/database/postgres/user-deleted-error';
import { AppError, toAppError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { PollAccount } from './poll-account';

const INTERVAL_MS = 1_000;
/** Accounts that are looked at side by side: one that does not answer holds up no other. */
const ACCOUNTS_AT_ONCE = 10;
/** A look that has not ended by then goes on with the next one. */
const LOOK_TIMEOUT_MS = 120_000;
/** A fault that may pass is given so long, or as long as ServiceTitan asks for. */
const REST_AFTER_FAULT_MS = 60_000;
const LONGEST_REST_MS = 3_600_000;
const CALLS_QUEUED_PER_PASS = 500;

/** The code under which a connection shows that calls cannot be fetched. */
const FAULT_CODE = 'SERVICETITAN_POLLING';

/**
 * Fetches new calls of the accounts that want it, when this worker leads, and puts calls in line whose recording is to be looked
 * for. Passes do not wait for the accounts' looks, and looks do not wait for each other.
 */
@Injectable()
export class ServiceTitanPoller extends LeaderLoop {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly stop = new AbortController();

  constructor(
    private readonly leader: LeaderElectionService,
    private readonly polls: ServiceTitanPollsRepository,
    private readonly connections: ConnectionsRepository,
    private readonly pollAccount: PollAccount,
    private readonly metrics: PipelineMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: INTERVAL_MS, failure: 'New calls could not be looked for in ServiceTitan.' });
  }

  /** Ends the looks that are under way. What they have stored stands, and the next ones go on there. */
  override async onModuleDestroy(): Promise<void> {
    this.stop.abort(
      new AppError({
        kind: 'unavailable',
        code: 'SERVICETITAN_POLLING_STOPPED',
        message: 'The worker stops.',
        retryable: true,
      }),
    );
    await super.onModuleDestroy();
    await Promise.all(this.underWay.values());
  }

  protected override async pass(): Promise<void> {
    await this.polls.queueReceived(CALLS_QUEUED_PER_PASS);
    const room = ACCOUNTS_AT_ONCE - this.underWay.size;
    if (this.config.SERVICETITAN_APP_KEY === undefined || room <= 0) return;
    const due = await this.polls.listDueAccounts([...this.underWay.keys()], room);
    for (const account of due) {
      const { id } = account.user;
      this.underWay.set(
        id,
        this.look(account).finally(() => {
          this.underWay.delete(id);
          if (due.length === room) this.wake(); // others wait for the place
        }),
      );
    }
  }

  /** Never rejects: one account's failure is its own. */
  private async look(account: PolledAccount): Promise<void> {
    const limit = startTimeLimit(LOOK_TIMEOUT_MS, this.stop.signal);
    try {
      const newCalls = await this.pollAccount.poll(account, {
        signal: limit.signal,
        mayGoOn: () => this.leader.isLeader && !this.isStopping,
      });
      await this.connections.clearFailure(this.pollAccount.placeOf(account), FAULT_CODE);
      if (newCalls > 0) this.logger.info({ userId: account.user.id, newCalls }, 'New calls came from ServiceTitan.');
    } catch (error) {
      if (!this.isStopping)
        await this.noteFailure(account, error).catch((err: unknown) =>
          this.logger.warn({ err, userId: account.user.id }, 'A failed look for calls could not be noted.'),
        );
    } finally {
      limit.end();
    }
  }

  private async noteFailure(account: PolledAccount, thrown: unknown): Promise<void> {
    if (isUserDeletedError(thrown)) return;
    const { code, message, kind, retryable, retryAfterMs = 0 } = toAppError(thrown);
    const userId = account.user.id;
    this.logger.warn({ err: thrown, userId, code }, 'New calls of an account could not be fetched.');
    if (kind === 'provider') this.metrics.countProviderError('servicetitan', code);
    const pollMs = this.config.SERVICETITAN_POLL_SECONDS * 1_000;
    const restMs = retryable ? Math.max(Math.min(REST_AFTER_FAULT_MS, pollMs), retryAfterMs) : pollMs;
    await this.polls.postpone(userId, Math.min(restMs, Math.max(pollMs, LONGEST_REST_MS)));
    if (retryable) return;
    await this.connections.recordPermanentFailure(this.pollAccount.placeOf(account), {
      code: FAULT_CODE,
      message: `New calls are not fetched. ${message}`,
    });
  }
}
