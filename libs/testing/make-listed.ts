import type { DataSource } from 'typeorm';

import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';

import { makeAccount, makeMember, type TestAccount } from './make-account';
import { makeDailyUsage } from './make-daily-usage';
import { makeFollowUp } from './make-follow-up';

const ENTITY_COUNT = 3;

/** Creates three of every listed entity, so that a list that runs one statement per entity exceeds its limit. */
export async function makeListedEntities(
  dataSource: DataSource,
  owner: TestAccount,
): Promise<{ callId: string; followUpId: string }> {
  const today = new Date().toISOString().slice(0, 10);
  const followUps: { id: string; callId: string }[] = [];
  for (let number = 1; number <= ENTITY_COUNT; number += 1) {
    await makeMember(dataSource, owner, 'viewer');
    const otherAccount = await makeAccount(dataSource);
    await new MembersRepository(dataSource.manager).add(otherAccount.account.id, owner.user.id, 'viewer');
    await makeDailyUsage(dataSource, otherAccount.account.id, today, { minutes: 1, calls: 1 });
    followUps.push(await makeFollowUp(dataSource, owner.account.id, { phone: `+1555010000${number}` }));
  }
  const [{ id: followUpId, callId }] = followUps as [{ id: string; callId: string }];
  const [account, user, randomId] = [`'${owner.account.id}'::uuid`, `'${owner.user.id}'::uuid`, 'gen_random_uuid()'];
  const event = `(select id from follow_up_events where follow_up_id = '${followUpId}' order by id offset number limit 1)`;
  const tomorrow = `now() + interval '1 day'`;
  const valuesByTarget: Record<string, string> = {
    'follow_up_events (follow_up_id, type)': `'${followUpId}'::uuid, 'reopened'`,
    'account_exports (account_id, state)': `${account}, 'expired'`,
    'activity_logs (account_id, user_id, action, description)': `${account}, ${user}, 'user.enabled', 'Enabled a user.'`,
    'agents (account_id, name)': `${account}, 'Agent ' || number`,
    'assistants (account_id, user_id, client_id, name, host, is_read_only)': `${account}, ${user}, 'c1', 'Claude', 'claude.ai', true`,
    'bearer_tokens (account_id, token_hash, last_four, name)': `${account}, ${randomId}, 'abcd', 'n8n'`,
    'contact_messages (name, email, message)': `'Dana Reyes', 'dana@reyes-hvac.example', 'Hello.'`,
    'deliveries (account_id, call_id, run_number, channel, destination, destination_hash, state)': `${account}, '${callId}'::uuid, 1, 'callback', 'hooks' || number || '.example.com', ${randomId}, 'failed'`,
    'deliveries (account_id, follow_up_event_id, run_number, channel, destination, destination_hash)': `${account}, ${event}, 1, 'callback', 'hooks.example.com', ${randomId}`,
    'erasures (account_id, kind, requested_by)': `${account}, 'call', ${user}`,
    'guidelines (account_id, version, saved_by)': `${account}, number, ${user}`,
    'invitations (account_id, email, role, token_hash, proves_email, expires_at)': `${account}, number || '@reyes-hvac.example', 'member', ${randomId}, true, ${tomorrow}`,
    'saved_filters (user_id, name, filters)': `${user}, 'Filter ' || number, '{"sentiment": "negative"}'::jsonb`,
    'security_events (kind, outcome, user_id, target_user_id, account_id)': `'sign_in', 'allowed', ${user}, ${user}, ${account}`,
    'sessions (sid, user_id, sess, expire)': `${randomId}, ${user}, '{}'::jsonb, ${tomorrow}`,
    'shared_links (account_id, call_id, created_by, token_hash, scope, expires_at)': `${account}, '${callId}'::uuid, ${user}, ${randomId}, 'whole', ${tomorrow}`,
  };
  for (const [target, values] of Object.entries(valuesByTarget))
    await dataSource.query(`insert into ${target} select ${values} from generate_series(1, ${ENTITY_COUNT}) number`);
  await dataSource.query(
    `update calls set agent_id = (select id from agents where name = 'Agent ' || substring(from_number, '.$'))`,
  );
  await dataSource.query(`update follow_ups set updated_at = now() - interval '1 minute'`);
  return { callId, followUpId };
}
