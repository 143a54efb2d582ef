/** Asked once for all: when first runs are completed, as nearly all are, nothing is looked for. */
const LEAVES_SOMETHING =
  'exists (select from ended where run_number > 1 or run_number is distinct from result_run_number)';

/**
 * Turns an UPDATE that ends calls into one that also writes, in the same statement, the callback each of them owes to its
 * sender, and removes what the run left behind: words and judgements stay of the run alone that is the call's result.
 * Gives back `id` and `state` of the calls; those that the update only moves elsewhere get no callback and keep everything.
 * @param update an UPDATE of `calls` without RETURNING
 */
export function endingCalls(update: string): string {
  return `
    with moved as (
      ${update} returning calls.id, calls.state, calls.user_id, calls.run_number, calls.result_run_number, calls.callback_host, calls.callback_hash
    ), ended as (
      select * from moved where state in ('completed', 'skipped', 'failed', 'timed_out')
    ), told as (
      insert into deliveries (user_id, call_id, run_number, channel, destination, destination_hash)
      select user_id, id, run_number, 'callback', callback_host, callback_hash from ended where callback_hash is not null
      on conflict do nothing
    ), unheard as (
      delete from transcripts using ended
      where ${LEAVES_SOMETHING} and call_id = ended.id and transcripts.run_number is distinct from ended.result_run_number
    ), unjudged as (
      delete from analyses using ended
      where ${LEAVES_SOMETHING} and call_id = ended.id and analyses.run_number is distinct from ended.result_run_number
    )
    select id, state from moved`;
}
