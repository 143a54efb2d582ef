import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Client } from 'pg';

import { JobQueues } from '@ringwell/jobs/job-queues';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

const LEADER_LOCK = 7_264_802;
const CAMPAIGN_INTERVAL_MS = 1_000;
/** Longer than this without an answer, and the connection counts as dead. */
const QUERY_TIMEOUT_MS = 5_000;

/** A leader that cannot reach Redis releases nothing. After this long it gives way, in case that another worker can. */
const PATIENCE_WITHOUT_REDIS_MS = 5_000;
/** How long it then leaves the lock to others; each of them asks once a second. */
const STANDS_BACK_MS = 3_000;
/** When nobody could, it leads again, because the rest of a leader's work needs no Redis; it gives way no more often than this. */
const GIVES_WAY_EVERY_MS = 30_000;

/**
 * How PostgreSQL finds out that a leader's machine is gone: it asks after 3 s of silence, three times, 2 s apart. And that its
 * process stands still, for which the machine goes on answering: it asks nothing for 8 s, and we ask once a second.
 */
const SERVER_KEEPALIVE =
  '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=8000';

/**
 * Makes one worker of the fleet the leader: whoever holds a session lock in PostgreSQL. The lock has a connection of its
 * own, outside the pool, and lives and dies with it. Two leaders for a moment would waste work but harm nothing: every
 * release is guarded by locks on rows.
 */
@Injectable()
export class LeaderElectionService implements OnApplicationBootstrap, OnModuleDestroy {
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private leads = false;
  private stopped = false;
  /** Both on the clock of `performance.now()`. */
  private queuesSeenAt = performance.now();
  private gaveWayAt = -Infinity;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isLeader(): boolean {
    return this.leads;
  }

  onApplicationBootstrap(): void {
    this.campaign();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.resign();
  }

  /** Asks for the lock, or makes sure that it is still ours, once a second. */
  private campaign(): void {
    this.attempt()
      .catch(async (error: unknown) => {
        this.logger.warn({ err: error }, 'The leader lock cannot be reached; trying again.');
        await this.resign();
      })
      .finally(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.campaign(), CAMPAIGN_INTERVAL_MS);
      });
  }

  private async attempt(): Promise<void> {
    const now = performance.now();
    if (this.queues.isReachable) this.queuesSeenAt = now;
    else if (
      this.leads &&
      now - this.queuesSeenAt > PATIENCE_WITHOUT_REDIS_MS &&
      now - this.gaveWayAt > GIVES_WAY_EVERY_MS
    ) {
      this.gaveWayAt = now;
      this.logger.warn('This worker leads and cannot reach Redis. It gives way to one that can.');
      await this.resign();
    }
    if (!this.queues.isReachable && now - this.gaveWayAt < STANDS_BACK_MS) return;
    this.client ??= await this.connect();
    if (this.stopped) return this.resign(); // told to stop while it connected
    if (this.leads) {
      await this.client.query('select 1');
      return;
    }
    const { rows } = await this.client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [LEADER_LOCK]);
    this.leads = !this.stopped && (rows[0]?.won ?? false);
    if (this.leads) this.logger.info('This worker leads: it releases calls and deliveries.');
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.config.DATABASE_URL,
      application_name: 'ringwell-leader',
      keepAlive: true,
      options: SERVER_KEEPALIVE,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => {
      if (this.client === client) this.leads = false;
    }); // the next attempt finds out and reconnects
    await client.connect();
    return client;
  }

  private async resign(): Promise<void> {
    this.leads = false;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined); // a dead connection has nothing left to say goodbye to
  }
}
