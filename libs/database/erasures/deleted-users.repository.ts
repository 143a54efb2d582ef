import { colleagueName, type NamedUser } from '@ringwell/domain/accounts/user-display-name';

import { SqlRepository } from '../postgres/sql';
import { allowLongStatements } from '../postgres/watched-client';

const DELETED_USER = 'a deleted user';
// Reserved domain that never receives email. https://www.rfc-editor.org/rfc/rfc2606
const DELETED_ADDRESS = 'deleted-user@example.invalid';

type DeletedUser = NamedUser & { id: string };

// PostgreSQL pattern for whole words. `al@example.com` does not match `val@example.com`.
function toWholeWordPattern(text: string): string {
  return `(?<![[:alnum:]._%+-])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![[:alnum:]-])`;
}

/**
 * Removes a deleted user's name from records that are kept. The activity log and the emails of all accounts may be
 * large, so they're processed first, in batches.
 */
export class DeletedUsersRepository extends SqlRepository {
  /**
   * Redacts the next activity log entries, in id order.
   * @param after the last processed id
   * @returns the batch's last id; undefined at the end
   */
  async redactActivity(user: DeletedUser, after: string, limit: number): Promise<string | undefined> {
    return this.value<string>(
      `
      with batch as materialized (select id from activity_logs where id > $5::uuid order by id limit $6),
      changed as (${REDACT_ACTIVITY} and id in (select id from batch))
      select id from batch order by id desc limit 1`,
      [...activityParameters(user), after, limit],
    );
  }

  /** Like `redactActivity`, but for stored emails. */
  async redactEmails(user: DeletedUser, after: string, limit: number): Promise<string | undefined> {
    return this.value<string>(
      `
      with batch as materialized (select id from mails where id > $4::uuid order by id limit $5),
      changed as (${REDACT_EMAILS} and id in (select id from batch))
      select id from batch order by id desc limit 1`,
      [...emailParameters(user), after, limit],
    );
  }

  /**
   * Redacts the remaining records. Run this in the transaction that deletes the user, before the deletion, because it
   * finds records by the user's id and memberships.
   * @param since when the batches started; later entries and emails are processed here
   */
  async redactRemaining(user: DeletedUser, since: Date): Promise<void> {
    await allowLongStatements(this.manager); // the deletion itself updates all rows that refer to the user
    const { id } = user;
    const name = colleagueName(user);
    const email = user.email ?? name;
    await this.rows(`${REDACT_ACTIVITY} and created_at >= $5`, [...activityParameters(user), since]);
    await this.rows(`${REDACT_EMAILS} and created_at >= $4`, [...emailParameters(user), since]);
    await this.rows(
      `
      update contact_messages set name = $2, email = $3, phone = null, company = null, ip_address = null, user_agent = null
      where lower(email) = lower($1)`,
      [email, DELETED_USER, DELETED_ADDRESS],
    );
    await this.redactFollowUps(id, [name, email]);
    for (const table of ['invitations', 'sign_ups'])
      await this.rows(`delete from ${table} where lower(email) = lower($1)`, [email]);
  }

  private async redactFollowUps(id: string, names: readonly string[]): Promise<void> {
    // Includes accounts that the user has left, or has viewed as an administrator.
    const inUserAccounts = `account_id in (select account_id from members where user_id = $1
      union select account_id from activity_logs where user_id = $1 or metadata->>'targetUserId' = $1::text)`;
    // Undoing a call's deletion would restore the name. The first run waits for undos in progress, whose rows are then
    // redacted below; the second run covers deletions that were still being saved during the first.
    const dropSnapshots = (): Promise<unknown> =>
      this.rows(
        `
        update deleted_calls set snapshot = null where ${inUserAccounts}
          and exists (select from unnest($2::text[]) name where strpos(snapshot::text, to_jsonb(name)::text) > 0)`,
        [id, names],
      );
    await dropSnapshots();
    const inUserFollowUps = `follow_up_id in (select id from follow_ups where ${inUserAccounts})`;
    for (const [table, column, condition] of [
      ['follow_up_events', 'actor', inUserFollowUps],
      ['follow_up_events', 'note', `type = 'assigned' and ${inUserFollowUps}`],
      ['follow_up_links', 'used_by', inUserFollowUps],
      ['follow_ups', 'taken_by', inUserAccounts],
    ])
      await this.rows(`update ${table} set ${column} = $3 where ${column} = any($2::text[]) and ${condition}`, [
        id,
        names,
        DELETED_USER,
      ]);
    await dropSnapshots();
  }
}

// Includes other users' entries that name the user, such as an invitation.
const REDACT_ACTIVITY = `
  update activity_logs set
    description = regexp_replace(regexp_replace(description, $3, $4, 'gi'), $2, $4, 'g'),
    metadata = regexp_replace(metadata::text, $3, $4, 'gi')::jsonb,
    ip_address = case when user_id = $1::uuid then null else ip_address end,
    user_agent = case when user_id = $1::uuid then null else user_agent end
  where (user_id = $1::uuid or metadata->>'targetUserId' = $1::text
    or description ~* $3 or metadata::text ~* $3)`;

function activityParameters(user: DeletedUser): string[] {
  const name = colleagueName(user);
  return [user.id, toWholeWordPattern(name), toWholeWordPattern(user.email ?? name), DELETED_USER];
}

const REDACT_EMAILS = `
  update mails set recipient = $2, reply_to = null, subject = '', body = '', sealed_link = null,
    state = case when state = 'sent' then 'sent' else 'failed' end, lease_until = null
  where (lower(recipient) = lower($1) or lower(reply_to) = lower($1) or body ~* $3)`;

function emailParameters(user: DeletedUser): string[] {
  const email = user.email ?? colleagueName(user);
  return [email, DELETED_ADDRESS, toWholeWordPattern(email)];
}
