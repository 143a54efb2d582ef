import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

const PAUSE_MS = 50;

/** Writes of any version when a call is completed, in the tables that all versions have. */
const WRITE = `
  with call as (
    insert into calls (account_id, source, state, direction, from_number, recording_key, result_run_number)
    values ($1, 'n8n', 'completed', 'inbound', '+15551234567', 'recordings/none', 1) returning id, account_id
  ), analysis as (
    insert into analyses (call_id, account_id, run_number, engine, sentiment, confidence, summary, key_points, reason,
      outcome, follow_up, course, evidence)
    select id, account_id, 1, 'bench', 'negative', 0.9, 'A summary.', '[]', 'A reason.', 'An outcome.',
      '{"needed": false}', '[]', '[]' from call
  )
  insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash)
  select account_id, id, 1, 'email', 'office@example.com', 'hash' from call`;

const LAST = 'select name from migrations order by id desc limit 1';

export interface ProbeResult {
  longestMs: number;
  /** The last migration when the longest wait began. */
  longestAfter: string;
  /** Duration of each last migration. */
  steps: { after: string; seconds: number }[];
}

/** Writes calls as they come in, while migrations change their tables. */
export class WriteProbe {
  private isStopping = false;
  private running?: Promise<ProbeResult>;

  constructor(
    private readonly pool: Pool,
    private readonly accountId: string,
  ) {}

  start(): void {
    this.isStopping = false;
    this.running = this.run();
  }

  /** @throws if a call could not be written */
  async stop(): Promise<ProbeResult> {
    this.isStopping = true;
    if (!this.running) throw new Error('The probe was not started.');
    return this.running;
  }

  private async run(): Promise<ProbeResult> {
    const result: ProbeResult = { longestMs: 0, longestAfter: '', steps: [] };
    let changedAt = performance.now();
    let last = await this.lastMigration();
    const endStep = (): void => {
      result.steps.push({ after: last, seconds: (performance.now() - changedAt) / 1_000 });
      changedAt = performance.now();
    };
    while (!this.isStopping) {
      const now = await this.lastMigration();
      if (now !== last) endStep();
      last = now;
      const startedAt = performance.now();
      await this.pool.query(WRITE, [this.accountId]);
      const ms = performance.now() - startedAt;
      if (ms > result.longestMs) Object.assign(result, { longestMs: ms, longestAfter: last });
      await sleep(PAUSE_MS);
    }
    endStep();
    return result;
  }

  private async lastMigration(): Promise<string> {
    const { rows } = await this.pool.query<{ name: string }>(LAST);
    return rows[0]?.name ?? '';
  }
}
