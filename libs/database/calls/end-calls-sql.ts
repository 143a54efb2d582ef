// Evaluated once per statement. If all calls have completed their first run, as they nearly always have, the tables
// aren't searched.
const HAS_STALE_RESULTS =
  'exists (select from ended_calls where run_number > 1 or run_number is distinct from result_run_number)';

const LIMIT_MINUTES = 'round(extract(epoch from calls.deadline_at - calls.started_at) / 60)';

/**
 * Assignments for an UPDATE of `calls` that end a call at its deadline. The run or the reaper may be the first to
 * notice a missed deadline, and both write the same message.
 */
export const TIMED_OUT = `
  state = 'timed_out', error_code = 'DEADLINE_PASSED',
  error_message = 'Processing took longer than '
    || case ${LIMIT_MINUTES} when 1 then 'one minute' else ${LIMIT_MINUTES} || ' minutes' end
    || ' and was stopped. Start it again, or raise the limit in the settings.'`;

/**
 * Extends an UPDATE that ends calls. In the same statement, creates the callbacks that their senders requested, and
 * deletes transcripts, analyses and requests for text from runs that aren't the call's result, except a transcript
 * provided by the sender that isn't part of a result yet. Returns the `id` and `state` of all updated calls; calls in a
 * non-final state get no callback, and none of their data is deleted.
 * @param update an UPDATE of `calls` without RETURNING
 */
export function endCallsSql(update: string): string {
  return `
    with updated_calls as (
      ${update} returning calls.id, calls.state, calls.account_id, calls.run_number, calls.result_run_number,
        calls.has_given_transcript, calls.callback_host, calls.callback_hash
    ), ended_calls as (
      select * from updated_calls where state in ('completed', 'skipped', 'failed', 'timed_out')
    ), callbacks_created as (
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash)
      select account_id, id, run_number, 'callback', callback_host, callback_hash from ended_calls
        where callback_hash is not null
      on conflict do nothing
    ), transcripts_deleted as (
      delete from transcripts using ended_calls
      where ${HAS_STALE_RESULTS} and call_id = ended_calls.id
        and transcripts.run_number is distinct from ended_calls.result_run_number
        and (has_given_transcript is null or transcripts.run_number <> ended_calls.run_number
          or result_run_number is not null)
    ), analyses_deleted as (
      delete from analyses using ended_calls
      where ${HAS_STALE_RESULTS} and call_id = ended_calls.id
        and analyses.run_number is distinct from ended_calls.result_run_number
    ), pending_words_deleted as (
      delete from pending_words using ended_calls
      where ${HAS_STALE_RESULTS} and call_id = ended_calls.id
        and pending_words.run_number is distinct from ended_calls.result_run_number
    )
    select id, state from updated_calls`;
}
