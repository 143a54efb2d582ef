/**
 * Turns an UPDATE that ends calls into one that also writes, in the same statement, the callback each of them owes to its
 * sender. Gives back `id` and `state` of the calls; those that the update only moves elsewhere get no callback.
 * @param update an UPDATE of `calls` without RETURNING
 */
export function endingCalls(update: string): string {
  return `
    with ended as (
      ${update} returning calls.id, calls.state, calls.user_id, calls.run_number, calls.callback_host, calls.callback_hash
    ), told as (
      insert into deliveries (user_id, call_id, run_number, channel, destination, destination_hash)
      select user_id, id, run_number, 'callback', callback_host, callback_hash from ended
      where callback_hash is not null and state in ('completed', 'skipped', 'failed', 'timed_out')
      on conflict do nothing
    )
    select id, state from ended`;
}
