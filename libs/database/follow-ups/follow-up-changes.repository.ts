import {
  isTaken,
  isWaiting,
  type FollowUpEventType,
  type FollowUpOutcome,
} from '@ringwell/domain/follow-ups/follow-up';

import { CustomerStandingsRepository } from '../customers/customer-standings.repository';
import { CustomersRepository } from '../customers/customers.repository';
import { WAITING_SQL } from '../customers/waiting-sql';
import { attemptUntilUnchanged } from '../postgres/attempt';
import { SqlRepository } from '../postgres/sql';
import { recordFollowUpEvent, type FollowUpChange, type NewFollowUpEvent } from './follow-up-events';
import { FollowUp } from './follow-up.entity';
import { revenueAssignmentsSql, REOPEN_ASSIGNMENTS } from './follow-ups.repository';

export type FollowUpAction =
  | { action: 'take' }
  /** `assigneeName` is recorded in the history. */
  | { action: 'assign'; assigneeId: string; assigneeName: string }
  | { action: 'release' }
  /** Null puts it back on the list immediately. */
  | { action: 'snooze'; until: Date | null }
  | { action: 'note'; note: string }
  /** No one answered. The follow-up returns to the list at `until`. */
  | { action: 'no_answer'; until: Date; note: string | null }
  /** Undoes an unanswered attempt. The follow-up returns to the list at `until`, or immediately if it's null. */
  | { action: 'undo_no_answer'; until: Date | null }
  /** The customer was reached and is still unhappy, so the follow-up stays open. */
  | { action: 'still_unhappy'; note: string | null }
  | { action: 'done'; outcome: FollowUpOutcome; note: string | null }
  | { action: 'dismiss'; note: string | null }
  /** The deciding call's label was wrong. `label` is the correct label's name, for the history. */
  | { action: 'correct'; callId: string; label: string }
  /** Confirms or denies that the office promised something in the deciding call. */
  | { action: 'confirm_promise' }
  | { action: 'deny_promise' }
  | { action: 'reopen' };

/** Who is making the change: a member, or someone known only by name who used a link in a message. */
export interface FollowUpActor {
  userId: string | null;
  /** Name or address for the history. */
  name: string;
}

/**
 * Why a change was rejected: the follow-up doesn't belong to this account, has changed since, is closed or already
 * waiting, or was taken by someone else, or the customer has another one waiting.
 */
export type FollowUpRejection = 'not_found' | 'changed' | 'closed' | 'waiting' | 'taken' | 'other_waiting';

/** Users' changes to follow-ups. Runs in the caller's transaction. */
export class FollowUpChangesRepository extends SqlRepository {
  /** @param version the version that the user has seen; if omitted, only follow-ups taken by others are protected */
  async change(
    accountId: string,
    id: string,
    version: number | undefined,
    action: FollowUpAction,
    actor: FollowUpActor,
  ): Promise<FollowUpChange | FollowUpRejection> {
    const followUp = await attemptUntilUnchanged(this.manager, () => this.lock(accountId, id));
    if (!followUp) return 'not_found';
    const rejection = await this.findRejection(followUp, version, action, actor);
    if (rejection) return rejection;
    const { assignments, parameters, event } = toChange(action, actor, followUp);
    await this.rows(
      `update follow_ups set ${assignments} version = version + 1, updated_at = clock_timestamp() where id = $1`,
      [id, ...parameters],
    );
    if (followUp.customerId !== null)
      await new CustomerStandingsRepository(this.manager).refresh(accountId, followUp.customerId);
    return recordFollowUpEvent(this.manager, id, EVENT_BY_ACTION[action.action], { actor: actor.name, ...event });
  }

  findDecidingCall(accountId: string, id: string): Promise<Pick<FollowUp, 'callId' | 'kind'> | null> {
    return this.manager.findOne(FollowUp, { where: { accountId, id }, select: { callId: true, kind: true } });
  }

  /** Whether another call also requires a callback. Call this with the follow-up locked. */
  async hasOtherCalls(id: string, callId: string): Promise<boolean> {
    return this.hasRow(
      'select from follow_up_calls where follow_up_id = $1 and call_id <> $2 and kind is not null limit 1',
      [id, callId],
    );
  }

  /** Lists calls whose label was corrected by dismissing this follow-up and hasn't changed since. */
  async listCorrectedCallIds(accountId: string, id: string): Promise<string[]> {
    return this.values<string>(
      `
      select correction.call_id
      from call_corrections correction join follow_ups on follow_ups.id = correction.follow_up_id
        join follow_up_calls on follow_up_calls.follow_up_id = follow_ups.id
          and follow_up_calls.call_id = correction.call_id
      where follow_ups.account_id = $1 and follow_ups.id = $2 and state = 'dismissed'
      order by 1`,
      [accountId, id],
    );
  }

  // Locks the customer first, so that runs that are finishing one of their calls wait. Returns undefined if the
  // follow-up was moved to another customer before it was locked.
  private async lock(accountId: string, id: string): Promise<FollowUp | null | undefined> {
    const found = await this.manager.findOneBy(FollowUp, { accountId, id });
    if (!found) return null;
    if (found.customerId !== null) await new CustomersRepository(this.manager).lock(accountId, found.customerId);
    const followUp = await this.manager.findOne(FollowUp, {
      where: { accountId, id },
      lock: { mode: 'pessimistic_write' },
    });
    return followUp === null || followUp.customerId === found.customerId ? followUp : undefined;
  }

  private async findRejection(
    followUp: FollowUp,
    version: number | undefined,
    action: FollowUpAction,
    { userId }: FollowUpActor,
  ): Promise<FollowUpRejection | null> {
    if (version !== undefined && version !== followUp.version) return 'changed';
    if (action.action === 'note') return null;
    if (action.action === 'reopen') return this.findReopenRejection(followUp);
    if (!isWaiting(followUp.state)) return 'closed';
    if (action.action === 'correct' && action.callId !== followUp.callId) return 'changed';
    if (action.action === 'undo_no_answer' && (version === undefined || followUp.tries === 0)) return 'changed';
    const isAssignee = userId !== null && userId === followUp.assigneeId;
    return version === undefined && isTaken(followUp) && !isAssignee ? 'taken' : null;
  }

  private async findReopenRejection({ id, accountId, customerId, state }: FollowUp): Promise<FollowUpRejection | null> {
    if (isWaiting(state)) return 'waiting';
    if (customerId === null) return null;
    const otherFollowUp = await this.row(
      `select from follow_ups where account_id = $1 and customer_id = $2 and id <> $3 and state in ${WAITING_SQL}`,
      [accountId, customerId, id],
    );
    return otherFollowUp === undefined ? null : 'other_waiting';
  }
}

const EVENT_BY_ACTION: Record<FollowUpAction['action'], FollowUpEventType> = {
  take: 'taken',
  assign: 'assigned',
  release: 'released',
  snooze: 'snoozed',
  note: 'noted',
  no_answer: 'called',
  undo_no_answer: 'no_answer_undone',
  still_unhappy: 'called',
  done: 'done',
  dismiss: 'dismissed',
  correct: 'corrected',
  confirm_promise: 'promise_confirmed',
  deny_promise: 'promise_denied',
  reopen: 'reopened',
};

const START_ASSIGNMENTS = `state = 'in_progress', snoozed_until = null,`;
const CLOSE_ASSIGNMENTS = 'closed_at = now(), snoozed_until = null,';
const REACHED_OUTCOMES: readonly FollowUpOutcome[] = ['recovered', 'won', 'called_back'];

interface SqlChange {
  /** Each assignment ends with a comma. Their parameters start at `$2`. */
  assignments: string;
  parameters: readonly unknown[];
  event: NewFollowUpEvent;
}

function toChange(
  action: FollowUpAction,
  { userId, name }: FollowUpActor,
  { closedByCallId }: Pick<FollowUp, 'closedByCallId'>,
): SqlChange {
  switch (action.action) {
    case 'take':
      return {
        assignments: `${START_ASSIGNMENTS} assignee_id = $2, taken_by = $3,`,
        parameters: [userId, userId === null ? name : null],
        event: {},
      };
    case 'assign':
      return {
        assignments: `${START_ASSIGNMENTS} assignee_id = $2, taken_by = null,`,
        parameters: [action.assigneeId],
        event: { note: action.assigneeName },
      };
    case 'release':
      return { assignments: `state = 'open', assignee_id = null, taken_by = null,`, parameters: [], event: {} };
    case 'snooze':
      return { assignments: 'snoozed_until = $2,', parameters: [action.until], event: { until: action.until } };
    case 'note':
      return { assignments: '', parameters: [], event: { note: action.note } };
    case 'no_answer':
      return {
        assignments: 'tries = tries + 1, snoozed_until = $2,',
        parameters: [action.until],
        event: { outcome: 'no_answer', until: action.until, note: action.note },
      };
    case 'undo_no_answer':
      return {
        assignments: 'tries = greatest(tries - 1, 0), snoozed_until = $2,',
        parameters: [action.until],
        event: { until: action.until },
      };
    case 'still_unhappy':
      return {
        assignments: 'tries = 0, last_contact_at = now(), snoozed_until = null,',
        parameters: [],
        event: { outcome: 'still_unhappy', note: action.note },
      };
    case 'done':
      return {
        assignments: `state = 'done', outcome = $2, ${CLOSE_ASSIGNMENTS} called_back_at = case when $3 then now() end,
          ${revenueAssignmentsSql('$2::text')},`,
        parameters: [action.outcome, REACHED_OUTCOMES.includes(action.outcome)],
        event: { outcome: action.outcome, note: action.note },
      };
    case 'dismiss':
      return {
        assignments: `state = 'dismissed', outcome = null, ${CLOSE_ASSIGNMENTS}`,
        parameters: [],
        event: { note: action.note },
      };
    case 'correct':
      return { assignments: '', parameters: [], event: { callId: action.callId, note: action.label } };
    case 'confirm_promise':
      return {
        // The promise may have been denied before.
        assignments: `promise_confirmed = true, is_promised_time = exists (select from follow_up_calls
          where follow_up_id = follow_ups.id and kind is not null and due_at = follow_ups.due_at and is_promised_time),`,
        parameters: [],
        event: {},
      };
    case 'deny_promise':
      return { assignments: 'promise_confirmed = false, is_promised_time = false,', parameters: [], event: {} };
    case 'reopen':
      return {
        assignments: `${REOPEN_ASSIGNMENTS},`,
        parameters: [],
        // The call that closed it doesn't close it again: see `findSettlingOutcome`.
        event: { callId: closedByCallId },
      };
  }
}
