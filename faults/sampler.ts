import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

const REST_MS = 15;

/** Counts, again and again, what each account has under way, straight from PostgreSQL. */
export class Sampler {
  /** Looks at the whole table. */
  samples = 0;
  /** Accounts that were seen above their limit, once for each look. */
  overshoots = 0;
  /** The most that an account was seen to have under way. */
  readonly most = new Map<string, number>();
  private isStopped = false;
  private readonly done: Promise<void>;

  /** @param url of the database itself, past any proxy */
  constructor(private readonly url: string) {
    this.done = this.look();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.done;
  }

  /** Goes on when PostgreSQL is taken away. */
  private async look(): Promise<void> {
    while (!this.isStopped) {
      const client = new Client({ connectionString: this.url });
      client.on('error', () => undefined);
      await client
        .connect()
        .then(() => this.lookWith(client))
        .catch(() => sleep(100));
      await client.end().catch(() => undefined);
    }
  }

  private async lookWith(client: Client): Promise<void> {
    while (!this.isStopped) {
      const { rows } = await client.query<{ userId: string; active: number; allowed: number }>(`
        select call.user_id as "userId", count(*)::int as active, max(settings.max_concurrent_workflows) as allowed
        from calls call join account_settings settings using (user_id) where call.state in ('released', 'running') group by call.user_id`);
      this.samples += 1;
      for (const { userId, active, allowed } of rows) {
        this.most.set(userId, Math.max(this.most.get(userId) ?? 0, active));
        if (active > allowed) this.overshoots += 1;
      }
      await sleep(REST_MS);
    }
  }
}
