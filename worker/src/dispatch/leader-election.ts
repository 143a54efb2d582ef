import { Inject, Injectable, type OnModuleDestroy, type OnApplicationBootstrap } from '@nestjs/common';
import { Client } from 'pg';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

const LEADER_LOCK = 7_264_802;
const CAMPAIGN_INTERVAL_MS = 1_000;
/** Longer than this without an answer, and the connection counts as dead. */
const QUERY_TIMEOUT_MS = 5_000;

/** How PostgreSQL finds out that a leader's machine is gone: it asks after 3 s of silence, three times, 2 s apart. */
const SERVER_KEEPALIVE = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/**
 * Makes one worker of the fleet the leader: whoever holds a session lock in PostgreSQL. The lock has a connection of its
 * own, outside the pool, and lives and dies with it. Two leaders for a moment would waste work but harm nothing: every
 * release is guarded by locks on rows.
 */
@Injectable()
export class LeaderElection implements OnApplicationBootstrap, OnModuleDestroy {
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private leads = false;
  private stopped = false;

  constructor(@Inject(CONFIG) private readonly config: Config, @Inject(LOGGER) private readonly logger: Logger) {}

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
    this.client ??= await this.connect();
    if (this.leads) {
      await this.client.query('select 1');
      return;
    }
    const { rows } = await this.client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [LEADER_LOCK]);
    this.leads = rows[0]?.won ?? false;
    if (this.leads) this.logger.info('This worker leads: it releases calls and deliveries.');
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.config.DATABASE_URL, application_name: 'ringwell-leader', keepAlive: true, options: SERVER_KEEPALIVE,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS, query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => { if (this.client === client) this.leads = false; }); // the next attempt finds out and reconnects
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
