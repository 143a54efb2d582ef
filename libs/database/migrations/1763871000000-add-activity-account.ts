import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex, withShortLock } from '../postgres/build-index';

const BY_ACCOUNT = { name: 'ix_activity_logs_account', table: 'activity_logs' };
const BATCH_SIZE = 5_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const ABOUT_PEOPLE = ['Signed in', 'Signed out', 'Sign-in refused', 'Password updated', 'User promoted', 'User deleted']
  .map((action) => `'${action}'`)
  .join(', ');
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * The account that an entry of the activity log is about. Earlier entries name it in `metadata.accountId`, or in
 * `metadata.targetUserId`, because the first account of a user has the user's id. They are updated in batches that
 * commit on their own, so that no lock lasts. An interrupted migration can be repeated.
 */
export class AddActivityAccount1763871000000 implements MigrationInterface {
  name = 'AddActivityAccount1763871000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table activity_logs add column if not exists account_id uuid');
      await runner.query('alter table activity_logs drop constraint if exists fk_activity_logs_account');
      // Checked below, because a check now would block writers while it reads all entries.
      await runner.query(`
        alter table activity_logs add constraint fk_activity_logs_account
          foreign key (account_id) references accounts(id) on delete set null not valid`);
    });
    await inBatches(
      runner,
      `
      with named as (
        select id, coalesce(metadata->>'accountId', metadata->>'targetUserId') as account_id from activity_logs
        where id > $1 and id <= $2 and account_id is null and action not in (${ABOUT_PEOPLE})
          and (action <> 'User updated' or metadata->'changed' ? 'company')
      ), found as (
        select named.id, account.id as account_id from named
        join accounts account on account.id = case when named.account_id ~ '${UUID}' then named.account_id::uuid end
        order by account.id for key share of account
      )
      update activity_logs entry set account_id = found.account_id from found where entry.id = found.id`,
    );
    await runner.query('alter table activity_logs validate constraint fk_activity_logs_account');
    await buildIndex(runner, { ...BY_ACCOUNT, on: '(account_id, created_at desc, id desc)' });
  }

  /** Entries name their account in the metadata again. */
  async down(runner: QueryRunner): Promise<void> {
    await inBatches(
      runner,
      `
      update activity_logs set metadata = coalesce(metadata, '{}') || jsonb_build_object(
        case when metadata ? 'targetUserId' then 'accountId' else 'targetUserId' end, account_id)
      where id > $1 and id <= $2 and account_id is not null
        and account_id::text is distinct from metadata->>'accountId'
        and account_id::text is distinct from metadata->>'targetUserId'`,
    );
    await dropIndex(runner, BY_ACCOUNT.name);
    await withShortLock(runner, async () => {
      await runner.query('alter table activity_logs drop column account_id');
    });
  }
}

/** @param statement changes the entries with `id > $1 and id <= $2` */
async function inBatches(runner: QueryRunner, statement: string): Promise<void> {
  let after = BEFORE_ALL;
  for (;;) {
    const [last] = (await runner.query(
      `select id from (select id from activity_logs where id > $1 order by id limit ${BATCH_SIZE}) batch
       order by id desc limit 1`,
      [after],
    )) as { id: string }[];
    if (!last) return;
    await runner.query(statement, [after, last.id]);
    after = last.id;
  }
}
