import type { Evidence } from '@ringwell/domain/calls/analysis';

import { HAS_TEAM_NOTE } from '../customers/team-note-sql';
import { SqlRepository } from '../postgres/sql';

/** Details of a follow-up that don't come from its deciding call. */
export interface FollowUpRemarks {
  followUpId: string;
  /** Whether legal action was mentioned in one of its calls. */
  isLegal: boolean;
  /** Quotes from the call that promised the time. */
  timeEvidence: Evidence[] | null;
  isPromiseConfirmed: boolean | null;
  /** The team's latest note. */
  note: string | null;
  notedAt: Date | null;
  notedBy: string | null;
}

export class FollowUpRemarksRepository extends SqlRepository {
  list(accountId: string, followUpIds: readonly string[]): Promise<FollowUpRemarks[]> {
    const analyses = `follow_up_calls part join calls call on call.id = part.call_id
      join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      where part.follow_up_id = follow_up.id`;
    return this.rows(
      `
      select follow_up.id as "followUpId", exists (select from ${analyses} and 'legal' = any(analysis.flags)) as "isLegal",
        (select analysis.evidence from ${analyses} and part.is_promised_time order by part.due_at limit 1) as "timeEvidence",
        follow_up.promise_confirmed as "isPromiseConfirmed", latest.note, latest.at as "notedAt", latest.actor as "notedBy"
      from follow_ups follow_up left join lateral (
        select note, at, actor from follow_up_events event
        where event.follow_up_id = follow_up.id and ${HAS_TEAM_NOTE}
        order by at desc, id desc limit 1) latest on true
      where follow_up.account_id = $1 and follow_up.id = any($2::uuid[])`,
      [accountId, followUpIds],
    );
  }
}
