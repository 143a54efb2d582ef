import type { Client } from 'pg';

import { DatabaseSampler } from '../database-sampler';
import { MissedTurns, type Turn } from './missed-turns';

const INTERVAL_MS = 200;

/**
 * Checks five times a second for accounts that are kept waiting while others get turn after turn. It may miss turns
 * between samples, so the count is a lower bound.
 */
export class FairnessSampler extends DatabaseSampler {
  private readonly missedTurns = new MissedTurns();

  constructor(url: string) {
    super(url, INTERVAL_MS);
  }

  get violations(): string[] {
    return this.missedTurns.violations;
  }

  protected async takeSample(client: Client): Promise<void> {
    const { rows } = await client.query<Turn>(`
      select turn.account_id as "accountId", turn.last_served_at::text as "servedAt",
        exists (select from calls where account_id = turn.account_id and state = 'queued' and run_after <= now())
          and not exists (select from calls where account_id = turn.account_id and state in ('released', 'running'))
          as "isWaiting"
      from account_lanes turn`);
    this.missedTurns.observe(rows);
  }
}
