import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { MissedTurns, type Turn } from './missed-turns';

const INTERVAL_MS = 200;

/**
 * Looks for accounts that wait although others get turn after turn: directly in PostgreSQL, five times a second. A
 * turn between two looks may stay unseen, so that it finds less than there is.
 */
export class FairnessSampler {
  samples = 0;
  private readonly turns = new MissedTurns();
  private isStopped = false;
  private readonly done: Promise<void>;

  /** @param url of the database, without a proxy */
  constructor(private readonly url: string) {
    this.done = this.run();
  }

  get violations(): string[] {
    return this.turns.violations;
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
        .catch(() => sleep(500));
      await client.end().catch(() => undefined);
    }
  }

  private async sample(client: Client): Promise<void> {
    while (!this.isStopped) {
      const { rows } = await client.query<Turn>(`
        select turn.account_id as "accountId", turn.last_served_at::text as "servedAt",
          exists (select from calls where account_id = turn.account_id and state = 'queued' and run_after <= now())
            and not exists (select from calls where account_id = turn.account_id and state in ('released', 'running'))
            as "isWaiting"
        from account_lanes turn`);
      this.samples += 1;
      this.turns.look(rows);
      await sleep(INTERVAL_MS);
    }
  }
}
