import { FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';
import type { PlannedFollowUp } from '@ringwell/domain/calls/analysis';
import type { FollowUpEventType } from '@ringwell/domain/follow-ups/follow-up';
import { describeFollowUpReason } from '@ringwell/domain/follow-ups/follow-up-why';

import { userNameOrEmailSql } from '../accounts/user-name-sql';
import { SqlRepository } from '../postgres/sql';
import { REVENUE_COLUMNS, FOLLOW_UP_DISPLAY_STATE } from './follow-up-lists.repository';
import type { FollowUp } from './follow-up.entity';
import { isSnoozedSql } from './overdue-sql';

/** Error code for a digest that wasn't sent because it was merged into a later one to the same destination. */
export const DIGEST_MERGED = 'DIGEST_MERGED';

/** The contents of messages about a follow-up. */
export interface FollowUpNotice extends Pick<
  FollowUp,
  | 'id'
  | 'accountId'
  | 'callId'
  | 'kind'
  | 'state'
  | 'outcome'
  | 'dueAt'
  | 'isPromisedTime'
  | 'callCount'
  | 'isDanger'
  | 'closedAt'
  | 'calledBackAt'
  | 'takenBy'
  | 'jobId'
  | 'isEstimate'
> {
  broughtCents: number | null;
  /** The number in E.164 format, or as sent with the call. */
  customer: { id: string | null; name: string | null; phone: string | null };
  /** The customer's name as submitted with the call, if any. */
  callerName: string | null;
  assignee: { id: string; name: string } | null;
  /** Null unless it's still snoozed, by PostgreSQL's clock. */
  snoozedUntil: Date | null;
  /** One-line reason, or the kind of follow-up if the analysis has been deleted. */
  why: string;
}

/** A history entry for webhooks. */
export interface FollowUpNoticeEvent {
  type: FollowUpEventType;
  at: Date;
  /** The current follow-up, which may be newer than the event. */
  followUp: FollowUpNotice;
}

type NoticeRow = Omit<FollowUpNotice, 'customer' | 'assignee' | 'why'> & {
  customerId: string | null;
  customerName: string | null;
  customerPhone: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
  promise: PlannedFollowUp | null;
};

const NOTICE_COLUMNS = `
  follow_up.id, follow_up.account_id as "accountId", follow_up.call_id as "callId", follow_up.kind,
  ${FOLLOW_UP_DISPLAY_STATE} as state,
  follow_up.outcome, follow_up.due_at as "dueAt", follow_up.is_promised_time as "isPromisedTime",
  follow_up.call_count as "callCount", follow_up.is_danger as "isDanger",
  case when ${isSnoozedSql('follow_up')} then follow_up.snoozed_until end as "snoozedUntil",
  follow_up.closed_at as "closedAt",
  follow_up.called_back_at as "calledBackAt", follow_up.taken_by as "takenBy", ${REVENUE_COLUMNS}, follow_up.customer_id as "customerId",
  coalesce(customers.name, calls.customer_name) as "customerName", calls.customer_name as "callerName",
  case when calls.customer_key like 'tel:%' then substr(calls.customer_key, 5)
    when calls.direction = 'outbound' then calls.to_number else calls.from_number end as "customerPhone",
  follow_up.assignee_id as "assigneeId",
  ${userNameOrEmailSql('users')} as "assigneeName",
  analyses.follow_up as promise`;
const NOTICE_TABLES = `
  follow_ups follow_up join calls on calls.id = follow_up.call_id
  left join analyses on analyses.call_id = calls.id and analyses.run_number = calls.result_run_number
  left join customers on customers.account_id = follow_up.account_id and customers.id = follow_up.customer_id
  left join users on users.id = follow_up.assignee_id`;

export class FollowUpNoticesRepository extends SqlRepository {
  async find(accountId: string, followUpId: string): Promise<FollowUpNotice | null> {
    const row = await this.row<NoticeRow>(
      `select ${NOTICE_COLUMNS} from ${NOTICE_TABLES} where follow_up.account_id = $1 and follow_up.id = $2`,
      [accountId, followUpId],
    );
    return row ? toNotice(row) : null;
  }

  async findByCall(accountId: string, callId: string): Promise<FollowUpNotice | null> {
    const row = await this.row<NoticeRow>(
      `
      select ${NOTICE_COLUMNS} from ${NOTICE_TABLES} join follow_up_calls joined on joined.follow_up_id = follow_up.id
      where follow_up.account_id = $1 and joined.call_id = $2`,
      [accountId, callId],
    );
    return row ? toNotice(row) : null;
  }

  /**
   * Lists the follow-ups in a digest, danger first, then the most urgent: from its own escalation, and from digests to the same
   * destination that were merged into it.
   */
  async listForDigest(accountId: string, deliveryId: string): Promise<FollowUpNotice[]> {
    const rows = await this.rows<NoticeRow>(
      `
      with digest as (
        select delivery.*, escalation.created_at as planned_at
        from deliveries delivery join escalations escalation on escalation.id = delivery.escalation_id
        where delivery.account_id = $1 and delivery.id = $2
      ), earlier as (
        select escalation.id, escalation.created_at as planned_at,
          delivery.state = 'suppressed' and delivery.error_code = '${DIGEST_MERGED}' as is_merged
        from digest join escalations escalation
            on escalation.account_id = $1 and escalation.created_at < digest.planned_at
          join deliveries delivery on delivery.escalation_id = escalation.id and delivery.channel = digest.channel
            and delivery.destination_hash = digest.destination_hash
      )
      select ${NOTICE_COLUMNS} from ${NOTICE_TABLES} where follow_up.account_id = $1 and follow_up.escalation_id in (
        select escalation_id from digest
        union all select id from earlier where planned_at > coalesce(
          (select max(planned_at) from earlier where not is_merged), '-infinity')
      )
      order by follow_up.is_danger desc, follow_up.urgent_at, follow_up.id`,
      [accountId, deliveryId],
    );
    return rows.map(toNotice);
  }

  async findEvent(accountId: string, eventId: string): Promise<FollowUpNoticeEvent | null> {
    const event = await this.row<{ type: FollowUpEventType; at: Date; followUpId: string }>(
      'select type, at, follow_up_id as "followUpId" from follow_up_events where id = $1',
      [eventId],
    );
    const followUp = event && (await this.find(accountId, event.followUpId));
    return event && followUp ? { type: event.type, at: event.at, followUp } : null;
  }
}

function toNotice(row: NoticeRow): FollowUpNotice {
  const { customerId, customerName, customerPhone, assigneeId, assigneeName, promise, ...followUp } = row;
  return {
    ...followUp,
    customer: { id: customerId, name: customerName, phone: customerPhone },
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? FORMER_MEMBER },
    why: describeFollowUpReason({ kind: followUp.kind, promise }),
  };
}
