import type { Client } from 'pg';

import { DatabaseSampler } from './database-sampler';

const INTERVAL_MS = 15;

/** Counts each account's active calls at short intervals. */
export class Sampler extends DatabaseSampler {
  /** Number of accounts above their limit, summed over all samples. */
  limitViolations = 0;
  readonly maxActive = new Map<string, number>();

  constructor(url: string) {
    super(url, INTERVAL_MS);
  }

  protected async takeSample(client: Client): Promise<void> {
    const { rows } = await client.query<{ accountId: string; active: number; allowed: number }>(`
      select call.account_id as "accountId", count(*)::int as active, max(settings.max_concurrent_workflows) as allowed
      from calls call join account_settings settings using (account_id)
      where call.state in ('released', 'running') group by call.account_id`);
    for (const { accountId, active, allowed } of rows) {
      this.maxActive.set(accountId, Math.max(this.maxActive.get(accountId) ?? 0, active));
      if (active > allowed) this.limitViolations += 1;
    }
  }
}
