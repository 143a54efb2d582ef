import {
  isTaken,
  isWaiting,
  type FollowUpEventType,
  type FollowUpKind,
  type FollowUpOutcome,
} from '@ringwell/domain/follow-ups/follow-up';
import type { ConcludedCall } from '@ringwell/rules/follow-ups/plan-follow-up';

import { CustomerStandingsRepository } from '../customers/customer-standings.repository';
import { CustomersRepository } from '../customers/customers.repository';
import { WAITING_SQL } from '../customers/waiting-sql';
import { attemptUntilUnchanged } from '../postgres/attempt';
import { preparedRow, preparedRows } from '../postgres/prepared';
import { SqlRepository } from '../postgres/sql';
import { recordFollowUpEvent, type FollowUpChange, type NewFollowUpEvent } from './follow-up-events';
import { FollowUp } from './follow-up.entity';
import { recalculateFollowUp } from './recalculate-follow-up';
import {
  findCurrentOutcome,
  findSettlingCall,
  getCallbackTime,
  hasJob,
  isLatest,
  isTooOld,
  raisesUrgency,
  findSettlingOutcome,
  wasSettledBy,
  type CustomerCall,
} from './settling-call';

const WAITING = `state in ${WAITING_SQL}`;

/** Assignments for an UPDATE that reopens a closed follow-up. Resets its tries if a later call or a job settled it. */
export const REOPEN_ASSIGNMENTS = `
  state = case when assignee_id is null and taken_by is null then 'open' else 'in_progress' end, outcome = null,
  tries = case when closed_by_call_id is null and job_id is null then tries else 0 end,
  closed_at = null, called_back_at = null, closed_by_call_id = null,
  job_id = null, brought_cents = null, is_estimate = false`;

/** SQL for the average job value set for the account of `follow_ups`; null if not set. */
export const AVERAGE_JOB_CENTS = `
  (select average_ticket_dollars * 100::bigint from account_settings where account_id = follow_ups.account_id)`;

/**
 * Assignments for an UPDATE that closes `follow_ups`: a won lead is valued as an average job until its own job's total
 * is known.
 */
export const revenueAssignmentsSql = (outcome: string): string => `
  is_estimate = ${outcome} = 'won', brought_cents = case when ${outcome} = 'won' then ${AVERAGE_JOB_CENTS} end`;

/**
 * Applies the effects of calls to follow-ups. `FollowUpChangesRepository` applies users' changes. Both run in the
 * caller's transaction.
 */
export class FollowUpsRepository extends SqlRepository {
  /**
   * Opens, joins or settles follow-ups after a call gets its result. Can be repeated with another result for the same
   * call, such as after reprocessing or a label correction. A customer's calls may arrive in any order.
   * @param lockedCustomerId the id of the call's customer, if the transaction has locked their key; null if nothing
   * identifies them
   */
  async apply(call: ConcludedCall, lockedCustomerId?: string | null): Promise<FollowUpChange[]> {
    const { accountId } = call;
    const customerId = lockedCustomerId === undefined ? await this.lockCustomer(call) : lockedCustomerId;
    // For a call with an earlier result, `lockEarlierCustomers` locks its customer later, together with its follow-ups'
    // customers.
    if (lockedCustomerId && !call.hasEarlierResult)
      await new CustomersRepository(this.manager).lock(accountId, lockedCustomerId);
    const standings = new CustomerStandingsRepository(this.manager);
    // A new call without a reason doesn't open a follow-up, and if none is waiting, there's nothing to join or settle.
    const isNewWithoutReason = !call.hasEarlierResult && call.reason === null;
    if (isNewWithoutReason && customerId !== null && (await standings.refreshUnlessWaiting(accountId, customerId)))
      return [];
    const customerIds = customerId === null ? [] : [customerId];
    const earlierCustomerIds = call.hasEarlierResult ? await this.lockEarlierCustomers(call, customerIds) : [];
    const changes = await this.applyToFollowUps({ ...call, customerId });
    for (const id of new Set([...earlierCustomerIds, ...customerIds])) await standings.refresh(accountId, id);
    return changes;
  }

  // The customer may have been merged with another one since the earlier result.
  private lockCustomer({ id, accountId, hasEarlierResult }: ConcludedCall): Promise<string | null> {
    const customers = new CustomersRepository(this.manager);
    return hasEarlierResult ? customers.findByCallForShare(accountId, id) : customers.lockByCall(accountId, id);
  }

  // Locks the customers of follow-ups that the call has joined or settled, together with its own.
  private lockEarlierCustomers({ id, accountId }: ConcludedCall, customerIds: readonly string[]): Promise<Set<string>> {
    return attemptUntilUnchanged(this.manager, async () => {
      const lockedIds = await this.listCustomerIds(id);
      await new CustomersRepository(this.manager).lock(accountId, ...lockedIds, ...customerIds);
      const current = await this.listCustomerIds(id);
      return [...current].every((earlierId) => lockedIds.has(earlierId)) ? current : undefined;
    });
  }

  private async applyToFollowUps(call: CustomerCall): Promise<FollowUpChange[]> {
    if (!call.hasEarlierResult) return this.applyNew(call);
    const changes = await this.reopenUnsettled(call);
    const joinedFollowUp = await this.findJoinedFollowUp(call.id);
    if (joinedFollowUp?.customerId === call.customerId)
      return [...changes, ...(await this.reapply(joinedFollowUp, call))];
    if (joinedFollowUp) changes.push(...(await this.detach(joinedFollowUp, call)));
    return [...changes, ...(await this.applyNew(call))];
  }

  // Applies a call that doesn't belong to a follow-up and hasn't settled one.
  private async applyNew(call: CustomerCall): Promise<FollowUpChange[]> {
    const waiting = call.customerId === null ? null : await this.findWaiting(call.accountId, call.customerId);
    if (!waiting) return this.open(call);
    const outcome = (await isLatest(this.manager, waiting, call))
      ? await findSettlingOutcome(this.manager, waiting, call)
      : null;
    if (outcome === null) return this.addCall(waiting, call);
    return [await this.settle(waiting, call, outcome), ...(await this.open(call))];
  }

  // Lists the customers of follow-ups that the call has joined or settled. They may differ from the call's customer,
  // because its number may have been corrected since.
  private async listCustomerIds(callId: string): Promise<Set<string>> {
    const rows = await this.rows<{ customerId: string }>(
      `
      select customer_id as "customerId" from follow_ups where customer_id is not null
        and (id = (select follow_up_id from follow_up_calls where call_id = $1) or closed_by_call_id = $1)`,
      [callId],
    );
    return new Set(rows.map(({ customerId }) => customerId));
  }

  // Removes a call that no longer belongs to the follow-up's customer.
  private async detach(followUp: FollowUp, { id: callId }: CustomerCall): Promise<FollowUpChange[]> {
    await this.rows('delete from follow_up_calls where call_id = $1', [callId]);
    return isWaiting(followUp.state) ? this.dismissUnlessNeeded(followUp, callId) : [];
  }

  private async dismissUnlessNeeded(followUp: FollowUp, callId: string): Promise<FollowUpChange[]> {
    if ((await this.recalculate(followUp.id)) || isTaken(followUp)) return [];
    return [await this.dismiss(followUp.id, callId)];
  }

  async dismiss(id: string, callId: string | null): Promise<FollowUpChange> {
    await this.update(id, `state = 'dismissed', outcome = null, closed_at = now(), snoozed_until = null`);
    return this.record(id, 'dismissed', { callId });
  }

  private findJoinedFollowUp(callId: string): Promise<FollowUp | null> {
    return this.manager
      .createQueryBuilder(FollowUp, 'follow_up')
      .where('follow_up.id = (select follow_up_id from follow_up_calls where call_id = :callId)', { callId })
      .setLock('pessimistic_write')
      .getOne();
  }

  private async findWaiting(accountId: string, customerId: string): Promise<FollowUp | null> {
    const waiting = await preparedRow<{ id: string }>(
      this.manager,
      `select id from follow_ups where account_id = $1 and customer_id = $2 and ${WAITING} for update`,
      [accountId, customerId],
    );
    return waiting ? this.manager.findOneByOrFail(FollowUp, { id: waiting.id }) : null;
  }

  private async isAboutEarlierCall(followUp: FollowUp, call: CustomerCall): Promise<boolean> {
    const earlierCall = await preparedRow(
      this.manager,
      'select from follow_up_calls where follow_up_id = $1 and kind is not null and call_id <> $2 limit 1',
      [followUp.id, call.id],
    );
    return earlierCall !== undefined && (await isLatest(this.manager, followUp, call));
  }

  private async open(call: CustomerCall): Promise<FollowUpChange[]> {
    const { id: callId, accountId, customerId, calledAt, reason } = call;
    if (reason === null || isTooOld(call)) return [];
    // The office has just spoken with the customer, so a rule based on words or a topic would request one callback
    // after another.
    if (reason.kind === 'rule' && (await this.hasSettled(callId))) return [];
    if (reason.kind === 'lead' && (await hasJob(this.manager, callId))) return [];
    const openedFollowUp = await preparedRow<{ id: string }>(
      this.manager,
      `
      insert into follow_ups (account_id, customer_id, call_id, kind, due_at, urgent_at, is_promised_time, opened_at, is_danger)
      values ($1, $2, $3, $4, $5, $5, $6, $7, $8) returning id`,
      [
        accountId,
        customerId,
        callId,
        reason.kind,
        reason.dueAt,
        reason.isPromisedTime,
        calledAt,
        reason.isDanger ?? false,
      ],
    );
    if (openedFollowUp === undefined) throw new Error('Inserting a follow-up returned no rows.');
    await this.saveMembership(openedFollowUp.id, call);
    const changes = [await this.record(openedFollowUp.id, 'opened', { callId })];
    const settlingCall = await findSettlingCall(this.manager, call, reason.kind);
    if (!settlingCall) return changes;
    const followUp = await this.manager.findOneByOrFail(FollowUp, { id: openedFollowUp.id });
    return [...changes, await this.settle(followUp, settlingCall, settlingCall.outcome)];
  }

  private async hasSettled(callId: string): Promise<boolean> {
    const sql = 'select from follow_ups where closed_by_call_id = $1 limit 1';
    return (await preparedRow(this.manager, sql, [callId])) !== undefined;
  }

  private async addCall(followUp: FollowUp, call: CustomerCall): Promise<FollowUpChange[]> {
    const callId = call.id;
    const isCallback = call.direction === 'outbound' && call.label !== 'negative';
    if (isCallback && call.reason?.kind !== 'promise' && call.reason?.kind !== 'rule') {
      if (call.calledAt < followUp.openedAt) return [];
      const sql = `select from follow_up_events where follow_up_id = $1 and type = 'called' and call_id = $2 limit 1`;
      const isRecorded = (await preparedRow(this.manager, sql, [followUp.id, callId])) !== undefined;
      return isRecorded ? [] : [await this.record(followUp.id, 'called', { callId })];
    }
    if (isTooOld(call) || (call.reason && (await findSettlingCall(this.manager, call, call.reason.kind)))) return [];
    await this.saveMembership(followUp.id, call);
    await this.recalculate(followUp.id);
    if (raisesUrgency(call)) await this.update(followUp.id, 'snoozed_until = null, tries = 0');
    return [await this.record(followUp.id, 'joined', { callId })];
  }

  // Applies a new result for a call that has already joined a follow-up.
  private async reapply(followUp: FollowUp, call: CustomerCall): Promise<FollowUpChange[]> {
    const { id: callId, calledAt } = call;
    const sql = 'select kind, called_at as "calledAt" from follow_up_calls where call_id = $1';
    const previous = await this.row<{ kind: FollowUpKind | null; calledAt: Date }>(sql, [callId]);
    await this.saveMembership(followUp.id, call);
    const hasNewTime = Number(previous?.calledAt) !== Number(calledAt);
    if (hasNewTime && Number(previous?.calledAt) === Number(followUp.openedAt))
      await this.update(
        followUp.id,
        `opened_at = (select min(called_at) from follow_up_calls where follow_up_id = $1
          and (call_id = $2 or kind is not null and called_at >= follow_ups.opened_at))`,
        [callId],
      );
    if (isWaiting(followUp.state)) {
      const isAboutEarlier = await this.isAboutEarlierCall(followUp, call);
      const outcome = isAboutEarlier ? await findSettlingOutcome(this.manager, followUp, call) : null;
      if (outcome !== null) {
        await this.rows('delete from follow_up_calls where call_id = $1', [callId]);
        await this.recalculate(followUp.id);
        return [await this.settle(followUp, call, outcome), ...(await this.open(call))];
      }
      if (!previous?.kind && call.reason !== null) await this.update(followUp.id, 'snoozed_until = null');
      return this.dismissUnlessNeeded(followUp, callId);
    }
    const hasChanged = hasNewTime || (previous?.kind ?? null) !== (call.reason?.kind ?? null);
    const isNeeded = hasChanged && (await this.recalculate(followUp.id));
    if (hasNewTime && followUp.state === 'done' && isNeeded) {
      if (followUp.outcome === 'still_unhappy' || !(await wasSettledBy(this.manager, followUp, calledAt))) return [];
      const next = await findSettlingCall(this.manager, call, followUp.kind);
      return [await (next ? this.settle(followUp, next, next.outcome) : this.reopenOrAmend(followUp, callId))];
    }
    const isRelabeled = followUp.state === 'dismissed' && !previous?.kind && call.reason !== null;
    if (!isRelabeled || (await this.hasOtherWaiting(followUp))) return [];
    await this.reopen(followUp.id);
    return [await this.record(followUp.id, 'reopened', { callId })];
  }

  // Reopens follow-ups that the call settled but no longer settles, and updates the others that it settled.
  private async reopenUnsettled(call: CustomerCall): Promise<FollowUpChange[]> {
    const settledFollowUps = await this.manager
      .createQueryBuilder(FollowUp, 'follow_up')
      .where(`follow_up.closed_by_call_id = :callId and follow_up.state = 'done'`, { callId: call.id })
      .setLock('pessimistic_write')
      .getMany();
    const changes: FollowUpChange[] = [];
    for (const followUp of settledFollowUps) {
      const outcome = await findCurrentOutcome(this.manager, followUp, call);
      if (outcome !== null) {
        const calledBackAt = getCallbackTime(call.calledAt, outcome);
        if (Number(calledBackAt) !== Number(followUp.calledBackAt))
          await this.update(followUp.id, 'called_back_at = $2', [calledBackAt]);
        if (outcome !== followUp.outcome) changes.push(await this.amend(followUp, call.id, outcome));
      } else if (followUp.outcome !== 'still_unhappy') changes.push(await this.reopenOrAmend(followUp, call.id));
    }
    return changes;
  }

  /**
   * Reopens a follow-up whose reason for closing no longer applies. If the customer has another waiting follow-up, it
   * stays closed, but no longer counts as a success.
   */
  async reopenOrAmend(followUp: FollowUp, callId: string | null): Promise<FollowUpChange> {
    if (!(await this.hasOtherWaiting(followUp))) {
      await this.reopen(followUp.id);
      return this.record(followUp.id, 'reopened', { callId });
    }
    return this.amend(followUp, callId, followUp.kind === 'lead' ? 'not_needed' : 'still_unhappy');
  }

  private async amend({ id }: FollowUp, callId: string | null, outcome: FollowUpOutcome): Promise<FollowUpChange> {
    await this.update(id, `outcome = $2, ${revenueAssignmentsSql('$2::text')}`, [outcome]);
    return this.record(id, 'done', { callId, outcome });
  }

  private async hasOtherWaiting({ id, accountId, customerId }: FollowUp): Promise<boolean> {
    if (customerId === null) return false;
    const waiting = await this.findWaiting(accountId, customerId);
    return waiting !== null && waiting.id !== id;
  }

  private async reopen(id: string): Promise<void> {
    await this.update(id, REOPEN_ASSIGNMENTS);
    await this.recalculate(id);
  }

  private async settle(
    { id }: FollowUp,
    { id: callId, calledAt }: Pick<ConcludedCall, 'id' | 'calledAt'>,
    outcome: FollowUpOutcome,
  ): Promise<FollowUpChange> {
    await this.update(
      id,
      `state = 'done', outcome = $2, closed_at = now(), called_back_at = $3, closed_by_call_id = $4, snoozed_until = null,
        ${revenueAssignmentsSql('$2::text')}`,
      [outcome, getCallbackTime(calledAt, outcome), callId],
    );
    return this.record(id, 'done', { callId, outcome });
  }

  private async saveMembership(followUpId: string, call: CustomerCall): Promise<void> {
    const { id, calledAt, reason } = call;
    await preparedRows(
      this.manager,
      `
      insert into follow_up_calls (call_id, follow_up_id, kind, due_at, is_promised_time, called_at, is_raising, is_danger)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (call_id) do update set kind = excluded.kind, due_at = excluded.due_at,
        is_promised_time = excluded.is_promised_time, called_at = excluded.called_at,
        is_raising = excluded.is_raising, is_danger = excluded.is_danger`,
      [
        id,
        followUpId,
        reason?.kind ?? null,
        reason?.dueAt ?? null,
        reason?.isPromisedTime ?? false,
        calledAt,
        raisesUrgency(call),
        reason?.isDanger ?? false,
      ],
    );
  }

  recalculate(id: string): Promise<boolean> {
    return recalculateFollowUp(this.manager, id);
  }

  private async update(id: string, assignments: string, parameters: readonly unknown[] = []): Promise<void> {
    await preparedRows(
      this.manager,
      `update follow_ups set ${assignments}, version = version + 1, updated_at = clock_timestamp() where id = $1`,
      [id, ...parameters],
    );
  }

  private record(followUpId: string, type: FollowUpEventType, entry: NewFollowUpEvent): Promise<FollowUpChange> {
    return recordFollowUpEvent(this.manager, followUpId, type, entry);
  }
}
