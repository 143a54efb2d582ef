import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

const INTERVAL_MS = 200;
/** Turns of the same other account that an account may miss. Each release gives every waiting account a turn. */
const MISSED_TURNS = 3;

interface Turn {
  accountId: string;
  servedAt: string;
  /** A call is due, none is under way, and the account has called for nothing else. */
  isWaiting: boolean;
}

/**
 * Looks for accounts that wait although others get turn after turn: directly in PostgreSQL, five times a second. Turns
 * between two looks are missed, so that a finding is certain, and a short injustice may stay unseen.
 */
export class FairnessSampler {
  samples = 0;
  readonly violations: string[] = [];
  /** By waiting account, by other account: turns of the other one since the first began to wait. */
  private readonly missed = new Map<string, Map<string, number>>();
  private before = new Map<string, string>();
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
      this.judge(rows);
      await sleep(INTERVAL_MS);
    }
  }

  private judge(turns: readonly Turn[]): void {
    const served = turns.filter(({ accountId, servedAt }) => this.before.get(accountId) !== servedAt);
    this.before = new Map(turns.map(({ accountId, servedAt }) => [accountId, servedAt]));
    for (const { accountId, isWaiting } of turns) {
      if (!isWaiting || served.some((turn) => turn.accountId === accountId)) {
        this.missed.delete(accountId);
        continue;
      }
      const missed = this.missed.get(accountId);
      if (!missed) {
        this.missed.set(accountId, new Map());
        continue;
      }
      for (const other of served) {
        const count = (missed.get(other.accountId) ?? 0) + 1;
        missed.set(other.accountId, count);
        if (count === MISSED_TURNS + 1)
          this.violations.push(`account ${accountId} waited while account ${other.accountId} had ${count} turns`);
      }
    }
  }
}
