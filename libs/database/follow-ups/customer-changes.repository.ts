import { isDeepStrictEqual } from 'node:util';

import { isTaken } from '@ringwell/domain/follow-ups/follow-up';

import { CustomerStandingsRepository } from '../customers/customer-standings.repository';
import { Customer } from '../customers/customer.entity';
import { CustomersRepository } from '../customers/customers.repository';
import { WAITING_SQL } from '../customers/waiting-sql';
import { attemptUntilUnchanged } from '../postgres/attempt';
import { SqlRepository } from '../postgres/sql';
import { recordFollowUpEvent, type FollowUpChange } from './follow-up-events';
import type { FollowUp } from './follow-up.entity';
import { FollowUpsRepository } from './follow-ups.repository';
import { keepPromiseAnswerSql } from './recalculate-follow-up';

interface JoinedFollowUp extends Pick<FollowUp, 'state' | 'assigneeId' | 'takenBy'> {
  followUpId: string;
  kind: string | null;
}

/** A call's customer before a move, and the customer with its new key. */
interface Move {
  previous: { key: string | null; customerId: string | null } | undefined;
  toId: string | null;
  customerIds: string[];
}

// Checks the deciding call, too, because a dismissed follow-up may have no other calls left.
const HAS_ONLY_CUSTOMER_CALLS = `exists (
  select from calls join customer_keys on customer_keys.account_id = calls.account_id
    and customer_keys.key = calls.customer_key
  where calls.id = follow_ups.call_id and customer_keys.customer_id = $3)
and not exists (
  select from follow_up_calls join calls on calls.id = follow_up_calls.call_id
    left join customer_keys on customer_keys.account_id = calls.account_id and customer_keys.key = calls.customer_key
  where follow_up_id = follow_ups.id and customer_keys.customer_id is distinct from $3)`;

/** Makes users' changes to customers, in the caller's transaction. The caller reports the effects on follow-ups. */
export class CustomerChangesRepository extends SqlRepository {
  private readonly customers = new CustomersRepository(this.manager);
  private readonly standings = new CustomerStandingsRepository(this.manager);
  private readonly followUps = new FollowUpsRepository(this.manager);

  /**
   * @param name isn't overwritten by later calls; null restores the latest call's name
   * @returns whether the account has the customer
   */
  async rename(accountId: string, id: string, name: string | null): Promise<boolean> {
    await this.customers.lock(accountId, id);
    const renamed = await this.row(
      `
      update customers set name = $3, is_name_corrected = $3::text is not null where account_id = $1 and id = $2
      returning id`,
      [accountId, id, name],
    );
    if (renamed) await this.standings.refresh(accountId, id);
    return renamed !== undefined;
  }

  /**
   * Moves `otherId`'s numbers, calls and follow-ups to `id`, and removes `otherId`. If both have a waiting follow-up,
   * the calls of one join the other.
   * @returns null unless these are two different customers of the account
   */
  async merge(accountId: string, id: string, otherId: string): Promise<FollowUpChange[] | null> {
    await this.customers.lockWithKeys(accountId, id, otherId);
    const customer = await this.manager.findOneBy(Customer, { accountId, id });
    const otherCustomer = await this.manager.findOneBy(Customer, { accountId, id: otherId });
    if (!customer || !otherCustomer || customer.id === otherCustomer.id) return null;
    const sql = 'update customer_keys set customer_id = $3 where account_id = $1 and customer_id = $2';
    await this.rows(sql, [accountId, otherId, id]);
    const changes = await this.moveFollowUps(accountId, otherId, id, 'true');
    if (!customer.isNameCorrected && otherCustomer.isNameCorrected)
      await this.manager.update(Customer, { accountId, id }, { name: otherCustomer.name, isNameCorrected: true });
    await this.manager.delete(Customer, { accountId, id: otherId });
    await this.standings.refresh(accountId, id);
    return changes;
  }

  /**
   * Moves one of a customer's keys to a new customer, along with its calls and the follow-ups that are only about them.
   * @returns the new customer's id; null if the customer doesn't have this key, or has no other key
   */
  async split(
    accountId: string,
    id: string,
    key: string,
  ): Promise<{ createdId: string; changes: FollowUpChange[] } | null> {
    await this.customers.lockWithKeys(accountId, id);
    const keys = await this.customers.listKeys(accountId, id);
    if (!keys.includes(key) || keys.length < 2) return null;
    const created = await this.manager.save(this.manager.create(Customer, { accountId }));
    const sql = 'update customer_keys set customer_id = $3 where account_id = $1 and key = $2';
    await this.rows(sql, [accountId, key, created.id]);
    const changes = await this.moveFollowUps(accountId, id, created.id, HAS_ONLY_CUSTOMER_CALLS);
    await this.standings.refresh(accountId, id);
    await this.standings.refresh(accountId, created.id);
    return { createdId: created.id, changes };
  }

  /**
   * Moves a call, along with a follow-up that's only about it, to the customer with another key, or to no customer. The
   * customer's name is derived from the call later, because changing it here would lock the customer before the key.
   */
  async moveCall(accountId: string, callId: string, key: string | null): Promise<FollowUpChange[]> {
    // One of the customers may be merged or deleted before they're locked.
    const { previous, toId, customerIds } = await attemptUntilUnchanged(this.manager, async () => {
      const expected = await this.findMove(accountId, callId, key);
      await this.customers.lockWithKeys(accountId, ...expected.customerIds);
      const current = await this.findMove(accountId, callId, key);
      return isDeepStrictEqual(current, expected) ? current : undefined;
    });
    if (!previous) return [];
    if (previous.key !== key) await this.rows('update calls set customer_key = $2 where id = $1', [callId, key]);
    const isMoved = previous.key !== key && previous.customerId !== toId;
    const changes = isMoved ? await this.moveFollowUpWithCall(accountId, callId, toId) : [];
    for (const id of new Set(customerIds)) await this.standings.refresh(accountId, id);
    return changes;
  }

  private async findMove(accountId: string, callId: string, key: string | null): Promise<Move> {
    const toId = key && (await this.customers.findOrCreate(accountId, key, null));
    const previous = await this.row<NonNullable<Move['previous']>>(
      `
      select calls.customer_key as key, customer_keys.customer_id as "customerId"
      from calls left join customer_keys on customer_keys.account_id = calls.account_id
        and customer_keys.key = calls.customer_key
      where calls.account_id = $1 and calls.id = $2`,
      [accountId, callId],
    );
    return { previous, toId, customerIds: [previous?.customerId ?? null, toId].filter((id) => id !== null) };
  }

  private async moveFollowUpWithCall(
    accountId: string,
    callId: string,
    toId: string | null,
  ): Promise<FollowUpChange[]> {
    const onlyFollowUp = await this.row<{ id: string }>(
      `
      select follow_up_id as id from follow_up_calls joined where call_id = $1
        and not exists (select from follow_up_calls where follow_up_id = joined.follow_up_id and call_id <> $1)`,
      [callId],
    );
    return onlyFollowUp
      ? this.moveFollowUp(accountId, onlyFollowUp.id, toId)
      : this.detachFromFollowUp(accountId, callId, toId);
  }

  // The follow-up continues with its other calls. If none of them needs it, its assignee gets the call's new follow-up.
  private async detachFromFollowUp(accountId: string, callId: string, toId: string | null): Promise<FollowUpChange[]> {
    const waitingFollowUp = await this.row<JoinedFollowUp>(
      `
      select follow_up_id as "followUpId", follow_up_calls.kind, state, assignee_id as "assigneeId", taken_by as "takenBy"
      from follow_up_calls join follow_ups on follow_ups.id = follow_up_id
      where follow_up_calls.call_id = $1 and state in ${WAITING_SQL}`,
      [callId],
    );
    if (!waitingFollowUp) return [];
    const { followUpId, kind } = waitingFollowUp;
    const waitingId = await this.findWaiting(accountId, toId);
    const openedChange = waitingId === null && kind !== null ? await this.openFollowUp(accountId, callId, toId) : null;
    const targetId = waitingId ?? openedChange?.followUpId ?? null;
    const changes = openedChange ? [openedChange] : [];
    if (targetId === null) await this.rows('delete from follow_up_calls where call_id = $1', [callId]);
    else {
      await this.rows('update follow_up_calls set follow_up_id = $2 where call_id = $1', [callId, targetId]);
      if (kind !== null) await this.endSnooze(followUpId, targetId);
      await this.recalculateTarget(followUpId, targetId);
    }
    if ((await this.followUps.recalculate(followUpId)) || (kind === null && isTaken(waitingFollowUp))) return changes;
    if (kind !== null && targetId !== null) await this.transferAssignee(followUpId, targetId);
    return [...changes, await this.followUps.dismiss(followUpId, callId)];
  }

  private async openFollowUp(accountId: string, callId: string, customerId: string | null): Promise<FollowUpChange> {
    const followUpId = await this.onlyValue<string>(
      `
      insert into follow_ups (account_id, customer_id, call_id, kind, due_at, urgent_at, is_promised_time, opened_at)
      select $1, $3, call_id, kind, due_at, due_at, is_promised_time, called_at from follow_up_calls where call_id = $2
      returning id`,
      [accountId, callId, customerId],
    );
    return recordFollowUpEvent(this.manager, followUpId, 'opened', { callId });
  }

  // `condition` must be a constant. In it, `$3` is the receiving customer.
  private async moveFollowUps(
    accountId: string,
    fromId: string,
    toId: string,
    condition: string,
  ): Promise<FollowUpChange[]> {
    const rows = await this.rows<{ id: string }>(
      `
      select id from follow_ups where account_id = $1 and customer_id = $2 and $3::uuid is not null and ${condition}
      order by id for update`,
      [accountId, fromId, toId],
    );
    const changes: FollowUpChange[] = [];
    for (const { id } of rows) changes.push(...(await this.moveFollowUp(accountId, id, toId)));
    return changes;
  }

  private async moveFollowUp(accountId: string, id: string, toId: string | null): Promise<FollowUpChange[]> {
    const followUp = await this.row<{ isWaiting: boolean }>(
      `select state in ${WAITING_SQL} as "isWaiting" from follow_ups where id = $1 for update`,
      [id],
    );
    const waitingId = followUp?.isWaiting ? await this.findWaiting(accountId, toId) : null;
    // After a split, it may already belong to this customer.
    const changes = waitingId === null || waitingId === id ? [] : await this.mergeFollowUps(id, waitingId);
    await this.rows(
      'update follow_ups set customer_id = $2, version = version + 1, updated_at = clock_timestamp() where id = $1',
      [id, toId],
    );
    return changes;
  }

  private async findWaiting(accountId: string, customerId: string | null): Promise<string | null> {
    const row = await this.row<{ id: string }>(
      `
      select id from follow_ups where account_id = $1 and customer_id = $2 and state in ${WAITING_SQL}
      for update`,
      [accountId, customerId],
    );
    return row?.id ?? null;
  }

  // The remaining follow-up keeps its assignee. The other one is kept for its history.
  private async mergeFollowUps(id: string, toId: string): Promise<FollowUpChange[]> {
    const calls = await this.rows<{ callId: string }>(
      'update follow_up_calls set follow_up_id = $2 where follow_up_id = $1 returning call_id as "callId"',
      [id, toId],
    );
    await this.endSnooze(id, toId);
    await this.transferAssignee(id, toId);
    const changes: FollowUpChange[] = [];
    for (const { callId } of calls) changes.push(await recordFollowUpEvent(this.manager, toId, 'joined', { callId }));
    return [...changes, await this.followUps.dismiss(id, calls[0]?.callId ?? null)];
  }

  // Ends the snooze of the follow-up that calls join, so that they're visible, unless `fromId` is snoozed, too.
  private async endSnooze(fromId: string, id: string): Promise<void> {
    await this.rows(
      `
      update follow_ups set snoozed_until = null from follow_ups other
      where follow_ups.id = $2 and other.id = $1 and coalesce(other.snoozed_until <= now(), true)`,
      [fromId, id],
    );
  }

  // Passes an assignee and escalation on to the follow-up that the calls now belong to, unless it already has its own.
  private async transferAssignee(id: string, toId: string): Promise<void> {
    await this.rows(
      `
      update follow_ups set state = other.state, assignee_id = other.assignee_id, taken_by = other.taken_by
      from follow_ups other where follow_ups.id = $2 and other.id = $1
        and follow_ups.assignee_id is null and follow_ups.taken_by is null`,
      [id, toId],
    );
    await this.recalculateTarget(id, toId);
    // Marks the remaining follow-up as escalated, so that it isn't escalated again.
    await this.rows(
      `
      update follow_ups set escalated_at = other.escalated_at, escalation_id = other.escalation_id
      from follow_ups other where follow_ups.id = $2 and other.id = $1 and follow_ups.escalated_at is null
        and other.escalated_at is not null and follow_ups.due_at = other.due_at`,
      [id, toId],
    );
  }

  // If the first follow-up's deciding call now decides the second one, keeps the answer about its promise.
  private async recalculateTarget(fromId: string, id: string): Promise<void> {
    await this.followUps.recalculate(id);
    const sql = keepPromiseAnswerSql('follow_ups earlier where earlier.id = $1 and follow_ups.id = $2');
    await this.rows(sql, [fromId, id]);
  }
}
