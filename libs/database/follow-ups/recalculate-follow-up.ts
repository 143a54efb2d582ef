import type { EntityManager } from 'typeorm';

import { FOLLOW_UP_KINDS, MAX_RAISES, RAISE_HOURS } from '@ringwell/domain/follow-ups/follow-up';

import { preparedRow } from '../postgres/prepared';

/** Derives a follow-up's kind, due time and urgency from its calls. @returns false if no calls are left */
export async function recalculateFollowUp(manager: EntityManager, id: string): Promise<boolean> {
  const kinds = FOLLOW_UP_KINDS.map((kind, index) => `when '${kind}' then ${index}`).join(' ');
  const changed = await preparedRow(
    manager,
    `
    with joined as (
      select * from follow_up_calls where follow_up_id = $1
    ), deciding as (
      select call_id, kind from joined where kind is not null order by case kind ${kinds} end, called_at desc limit 1
    ), first_due as (
      select due_at, is_promised_time from joined where kind is not null order by due_at, is_promised_time desc limit 1
    ), counted as (
      select count(*) filter (where is_raising)::int as calls, bool_or(is_danger) as is_danger,
        max(called_at) filter (where is_raising) as called_at
      from joined
    )
    update follow_ups set call_id = deciding.call_id, kind = deciding.kind, due_at = first_due.due_at,
      promise_confirmed = case when follow_ups.call_id = deciding.call_id then promise_confirmed end,
      is_promised_time = first_due.is_promised_time
        and not coalesce(follow_ups.call_id = deciding.call_id and not promise_confirmed, false), call_count = greatest(counted.calls, 1),
      urgent_at = first_due.due_at - make_interval(hours => ${RAISE_HOURS} * least(greatest(counted.calls - 1, 0), ${MAX_RAISES})),
      is_danger = counted.is_danger, last_contact_at = greatest(last_contact_at, counted.called_at),
      version = version + 1, updated_at = clock_timestamp()
    from deciding, first_due, counted where follow_ups.id = $1 returning follow_ups.id`,
    [id],
  );
  return changed !== undefined;
}

/**
 * SQL that copies the answer about a promise to a recalculated follow-up with the same deciding call.
 * @param from the follow-up that has the answer, as `earlier`, with its condition
 */
export const keepPromiseAnswerSql = (from: string): string => `
  update follow_ups set promise_confirmed = earlier.promise_confirmed,
    is_promised_time = follow_ups.is_promised_time and earlier.promise_confirmed
  from ${from} and follow_ups.call_id = earlier.call_id
    and follow_ups.promise_confirmed is null and earlier.promise_confirmed is not null`;
