/**
 * SQL condition for an `event` with a team note, except on an unanswered attempt that was undone. Each undo applies to
 * the latest attempt that hasn't been undone yet.
 */
export const HAS_TEAM_NOTE = `event.note is not null and event.type in ('noted', 'called', 'done', 'dismissed')
  and not (event.type = 'called' and event.outcome = 'no_answer' and exists (select from (
    select sum(case next.type when 'no_answer_undone' then 1 else -1 end) over (order by next.at) as undone
    from follow_up_events next where next.follow_up_id = event.follow_up_id and next.at > event.at
      and (next.type = 'no_answer_undone' or next.type = 'called' and next.outcome = 'no_answer')) later
    where later.undone > 0))`;
