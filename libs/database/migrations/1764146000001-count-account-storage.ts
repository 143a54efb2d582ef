import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/**
 * Triggers, because several statements store and remove recordings, also those of the previous version while it still
 * runs. From then on, each account is counted once, while only its own uploads wait.
 */
export class CountAccountStorage1764146000001 implements MigrationInterface {
  name = 'CountAccountStorage1764146000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      for (const sql of TRIGGERS) await runner.query(sql);
    });
    const accounts = (await runner.query('select id from accounts order by id')) as { id: string }[];
    for (const { id } of accounts) await runner.query('select count_account_storage($1)', [id]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      for (const name of ['add', 'subtract', 'change'])
        await runner.query(`drop trigger if exists account_storage_${name} on calls`);
    });
  }
}

const TRIGGERS = [
  `create or replace trigger account_storage_add after insert on calls referencing new table as added
    for each statement execute function account_storage_add()`,
  // The deletion of an account would wait for an upload that waits for this sum.
  `create or replace trigger account_storage_subtract after delete on calls referencing old table as removed
    for each statement when (coalesce(current_setting('ringwell.deletes_account', true), '') <> 'true')
    execute function account_storage_subtract()`,
  `create or replace trigger account_storage_change after update of recording_key, recording_bytes on calls
    for each row when ((old.recording_key is null, old.recording_bytes)
      is distinct from (new.recording_key is null, new.recording_bytes))
    execute function account_storage_change()`,
];
