import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

const INTERVAL_MS = 15;

/** Counts the active calls of each account at short intervals, directly in PostgreSQL. */
export class Sampler {
  samples = 0;
  /** Accounts above their limit, added up over all samples. */
  limitViolations = 0;
  readonly maxActive = new Map<string, number>();
  private isStopped = false;
  private readonly done: Promise<void>;

  /** @param url of the database, without a proxy */
  constructor(private readonly url: string) {
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.done;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const client = new Client({ connectionString: this.url });
      client.on('error', () => undefined);
      await client
        .connect()
        .then(() => this.sample(client))
        .catch(() => sleep(100));
      await client.end().catch(() => undefined);
    }
  }

  private async sample(client: Client): Promise<void> {
    while (!this.isStopped) {
      const { rows } = await client.query<{ userId: string; active: number; allowed: number }>(`
        select call.account_id as "userId", count(*)::int as active, max(settings.max_concurrent_workflows) as allowed
        from calls call join account_settings settings using (account_id)
        where call.state in ('released', 'running') group by call.account_id`);
      this.samples += 1;
      for (const { userId, active, allowed } of rows) {
        this.maxActive.set(userId, Math.max(this.maxActive.get(userId) ?? 0, active));
        if (active > allowed) this.limitViolations += 1;
      }
      await sleep(INTERVAL_MS);
    }
  }
}
