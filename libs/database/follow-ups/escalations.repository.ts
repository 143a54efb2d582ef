import { randomUUID } from 'node:crypto';

import { SqlRepository } from '../postgres/sql';
import { Escalation } from './escalation.entity';
import type { FollowUpChange } from './follow-up-events';
import { isOverdueSql } from './overdue-sql';

/** Overdue follow-ups that are reported to their account together. */
export interface EscalatedFollowUps {
  escalationId: string;
  changes: FollowUpChange[];
}

const IS_OVERDUE = `${isOverdueSql('follow_ups')} and escalated_at is null`;
// An account gets at most one digest an hour. Follow-ups that become overdue in between wait for the next one.
const WAS_NOTIFIED = `exists (select from escalations
  where escalations.account_id = $1 and escalations.created_at > now() - interval '1 hour')`;

// Keeps the transaction short, for example after an outage. The rest wait for the next digest.
const MAX_ESCALATED = 5_000;

export class EscalationsRepository extends SqlRepository {
  /**
   * Lists the active, enabled accounts with follow-ups to escalate, longest overdue first. The others send no digests, so
   * their follow-ups wait.
   */
  async listDueAccounts(limit: number): Promise<string[]> {
    return this.values<string>(
      `
      select follow_ups.account_id from follow_ups
        join accounts on accounts.id = follow_ups.account_id and accounts.is_active and accounts.status = 'active'
        join account_settings settings on settings.account_id = follow_ups.account_id and settings.active
      where ${IS_OVERDUE} and not ${WAS_NOTIFIED.replace('$1', 'follow_ups.account_id')}
      group by follow_ups.account_id order by min(due_at) limit $1`,
      [limit],
    );
  }

  /**
   * Escalates overdue follow-ups, each exactly once, longest overdue first. A follow-up that's being changed waits for
   * the next digest, at most an hour later. Run this in a transaction. Locks the follow-ups before the new row
   * references the account, in the same order as an account deletion.
   * @returns null if nothing is overdue, or the account was notified within the last hour
   */
  async escalate(accountId: string): Promise<EscalatedFollowUps | null> {
    await this.rows(`select pg_advisory_xact_lock(hashtext('ringwell.escalation'), hashtext($1))`, [accountId]);
    if (await this.row(`select where ${WAS_NOTIFIED}`, [accountId])) return null;
    const escalationId = randomUUID();
    const overdue = await this.rows<{ id: string }>(
      `
      select id from follow_ups where id in (
        select id from follow_ups where account_id = $1 and ${IS_OVERDUE} order by due_at, id limit ${MAX_ESCALATED}
      ) and ${IS_OVERDUE} for update skip locked`,
      [accountId],
    );
    if (overdue.length === 0) return null;
    await this.manager.insert(Escalation, { id: escalationId, accountId });
    // The version stays the same, so that a member's unsaved change isn't rejected as outdated.
    const changes = await this.rows<FollowUpChange>(
      `
      with escalated as (
        update follow_ups set escalated_at = now(), escalation_id = $2, updated_at = clock_timestamp()
        where id = any($1::uuid[]) returning id
      )
      insert into follow_up_events (follow_up_id, type) select id, 'overdue' from escalated
      returning follow_up_id as "followUpId", id as "eventId", type, at`,
      [overdue.map(({ id }) => id), escalationId],
    );
    return { escalationId, changes };
  }
}
