import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Client } from 'pg';

import { configureSession } from '@ringwell/database/postgres/session-settings';
import { JobQueues } from '@ringwell/jobs/job-queues';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { limitLog } from '@ringwell/platform/logging/limit-log';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

const LEADER_LOCK = 7_264_802;
const CAMPAIGN_INTERVAL_MS = 1_000;
// A connection that doesn't respond for this long is treated as dead.
const QUERY_TIMEOUT_MS = 5_000;

// Time without Redis after which a leader resigns in favor of another worker, because it can't release jobs.
const REDIS_GRACE_MS = 5_000;
// Pause before this worker tries to lead again. The other workers try to acquire the lock once a second.
const RESIGNATION_PAUSE_MS = 3_000;
// Minimum time between resignations. If no other worker takes over, this worker leads in between.
const MIN_RESIGNATION_GAP_MS = 30_000;

// PostgreSQL detects a dead machine through TCP keepalive (three probes 2 s apart after 3 s of silence), and a frozen
// process through an 8 s idle-session timeout, because a live leader queries once a second.
const SERVER_KEEPALIVE = {
  tcp_keepalives_idle: 3,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  idle_session_timeout: 8_000,
};

/**
 * Elects one leader among the workers with a session-level advisory lock. The lock belongs to a separate connection
 * outside the pool and ends with it. Two leaders would waste work but do no harm, because row locks guard every
 * release.
 */
@Injectable()
export class LeaderElectionService implements OnApplicationBootstrap, OnModuleDestroy {
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private isLeading = false;
  private isStopped = false;
  private readonly logFailure = limitLog((err: unknown) =>
    this.logger.warn({ err }, 'leader: failed to query lock, retrying'),
  );
  // Both are `performance.now()` times.
  private queuesReachableAt = performance.now();
  private resignedAt = -Infinity;

  constructor(
    @Inject(CONFIG) private readonly config: WorkerConfig,
    private readonly queues: JobQueues,
    @Inject(LOGGER) readonly logger: Logger,
  ) {}

  get isLeader(): boolean {
    return this.isLeading;
  }

  onApplicationBootstrap(): void {
    this.campaign();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.resign();
  }

  private campaign(): void {
    this.tryToLead()
      .catch(async (error: unknown) => {
        if (!this.isStopped) this.logFailure(error);
        await this.resign();
      })
      .finally(() => {
        if (!this.isStopped) this.timer = setTimeout(() => this.campaign(), CAMPAIGN_INTERVAL_MS);
      });
  }

  private async tryToLead(): Promise<void> {
    const now = performance.now();
    if (this.queues.isReachable) this.queuesReachableAt = now;
    else if (
      this.isLeading &&
      now - this.queuesReachableAt > REDIS_GRACE_MS &&
      now - this.resignedAt > MIN_RESIGNATION_GAP_MS
    ) {
      this.resignedAt = now;
      this.logger.warn('leader: cannot reach Redis, resigning');
      await this.resign();
    }
    if (!this.queues.isReachable && now - this.resignedAt < RESIGNATION_PAUSE_MS) return;
    this.client ??= await this.connect();
    if (this.isStopped) return this.resign(); // stopped while connecting
    if (this.isLeading) {
      await this.client.query('select 1');
      return;
    }
    const { rows } = await this.client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [LEADER_LOCK]);
    this.isLeading = !this.isStopped && (rows[0]?.won ?? false);
    if (this.isLeading) this.logger.info('leader: elected');
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.config.DATABASE_URL,
      application_name: 'ringwell-leader',
      keepAlive: true,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => {
      if (this.client === client) this.isLeading = false;
    }); // the next attempt reconnects
    await client.connect();
    try {
      await configureSession(client, SERVER_KEEPALIVE);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  private async resign(): Promise<void> {
    this.isLeading = false;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined); // the connection may be dead
  }
}
