import type { CallState } from '@ringwell/domain/calls/call';
import type { Backlog, CallCounts } from '@ringwell/platform/metrics/backlog-gauges';

import { SqlRepository } from '../postgres/sql';
import { WORKER_ALIVE_SECONDS } from './dispatch.repository';

const IS_ALIVE = `last_seen_at > now() - interval '${WORKER_ALIVE_SECONDS} seconds'`;

// Disabled accounts' calls and deliveries are waiting on purpose. Few accounts are disabled, so the list is short.
const IS_ACCOUNT_ENABLED = 'account_id <> all(array(select id from accounts where not is_active))';

export class QueueStatsRepository extends SqlRepository {
  async readCallCounts(): Promise<CallCounts> {
    const [counts, state] = await Promise.all([
      this.rows<{ state: CallState; count: number }>(
        `
        select state, count(*)::int as count from calls where state in ('queued', 'released', 'running')
          group by state`,
      ),
      this.onlyRow<Omit<CallCounts, 'counts'>>(
        `
        select coalesce(extract(epoch from now() - least(
          (select min(run_after) from calls where state = 'queued' and run_after <= now() and ${IS_ACCOUNT_ENABLED}),
          (select min(run_after) from calls where state = 'released' and ${IS_ACCOUNT_ENABLED}))), 0)::float as "oldestQueuedAgeSeconds",
          current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      ),
    ]);
    return {
      counts: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
      ...state,
    };
  }

  async readBacklog(): Promise<Backlog> {
    const [callCounts, deliveries, emails, ages] = await Promise.all([
      this.readCallCounts(),
      this.rows<Backlog['deliveries'][number]>(
        `
        select channel, state, count(*)::int as count from deliveries where state in ('pending', 'retry', 'unknown')
          group by channel, state
        union all select channel, state, count(*)::int from deliveries where state in ('sending', 'verifying')
          group by channel, state`,
      ),
      this.rows<Backlog['emails'][number]>(
        `select state, count(*)::int as count from mails where state in ('pending', 'sending') group by state`,
      ),
      this.onlyRow<Omit<Backlog, keyof CallCounts | 'deliveries' | 'emails'>>(
        `
        select
          (select coalesce(extract(epoch from now() - min(run_after)), 0)::float from deliveries
            where state in ('pending', 'retry', 'unknown') and run_after <= now() and ${IS_ACCOUNT_ENABLED}) as "oldestDueDeliveryAgeSeconds",
          (select coalesce(extract(epoch from now() - min(created_at)), 0)::float from mails
            where state = 'pending') as "oldestDueMailAgeSeconds",
          (select count(*)::int from mails
            where state = 'failed' and updated_at > now() - interval '1 hour') as "emailsFailedLastHour",
          (select count(*)::int from workers where ${IS_ALIVE}) as workers,
          (select coalesce(sum(slots), 0)::int from workers where ${IS_ALIVE}) as slots`,
      ),
    ]);
    return { ...callCounts, deliveries, emails, ...ages };
  }

  async countOpenDeliveries(): Promise<number> {
    return this.onlyValue<number>(
      `
      select ((select count(*) from deliveries where state in ('pending', 'retry', 'unknown'))
        + (select count(*) from deliveries where state in ('sending', 'verifying')))::int`,
    );
  }
}
