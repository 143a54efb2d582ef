import type { EntityManager } from 'typeorm';

import { FINAL_CALL_STATES } from '@ringwell/domain/calls/call';

import { rows } from '../postgres/sql';
import type { Call } from './call.entity';

/** Where a call's result is sent: the URL encrypted, next to its host for display and its hash for comparison. */
export type CallCallback = Pick<Call, 'sealedCallbackUrl' | 'callbackHost' | 'callbackHash'>;

/**
 * Changes where a call's result is sent. If the call has ended, its result is sent there once its text is written. Does
 * nothing if the call already has this callback. Must run in a transaction.
 */
export async function replaceCallback(
  manager: EntityManager,
  accountId: string,
  callId: string,
  { sealedCallbackUrl, callbackHost, callbackHash }: CallCallback,
): Promise<void> {
  // Waits for a run that is ending, because the next statement must see whether its text is still to be written.
  await rows(manager, 'select from calls where account_id = $1 and id = $2 for no key update', [accountId, callId]);
  await rows(
    manager,
    `
    with changed as (
      update calls set sealed_callback_url = $3, callback_host = $4, callback_hash = $5
      where account_id = $1 and id = $2 and callback_hash is distinct from $5
      returning id, account_id, run_number, state
    )
    insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, run_after)
    select changed.account_id, id, changed.run_number, 'callback', $4, $5, coalesce(give_up_at, now())
    from changed left join pending_words on call_id = id and pending_words.run_number = changed.run_number
    where state = any($6)
    on conflict (call_id, run_number, channel, destination_hash,
      (case when event is null then 0 else null::integer end)) do update
    set state = 'pending', run_after = excluded.run_after, error_code = null, error_message = null, updated_at = now()
    where deliveries.state = 'suppressed' and deliveries.error_code = 'CALLBACK_REMOVED'`,
    [accountId, callId, sealedCallbackUrl, callbackHost, callbackHash, FINAL_CALL_STATES],
  );
}
