import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, withShortLock } from '../postgres/build-index';

const BATCH = 10_000;
const INDEX = { name: 'ix_follow_ups_opened', table: 'follow_ups' };
const INCLUDED = 'state, outcome, due_at, called_back_at, call_id';

/**
 * Keeps the direction of its call with a follow-up, so that callbacks of one direction are counted without reading each
 * call. Triggers, because several statements choose the call of a follow-up, also those of the previous version while it
 * still runs.
 */
export class AddFollowUpDirection1764050000000 implements MigrationInterface {
  name = 'AddFollowUpDirection1764050000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table follow_ups add column if not exists direction text');
      await runner.query(FOLLOW_UP_CALL_CHOSEN);
      await runner.query(`
        create or replace trigger follow_up_opened before insert on follow_ups
          for each row execute function follow_up_call_chosen()`);
      await runner.query(`
        create or replace trigger follow_up_call_chosen before update of call_id on follow_ups
          for each row when (old.call_id is distinct from new.call_id) execute function follow_up_call_chosen()`);
    });
    await withShortLock(runner, async () => {
      await runner.query(CALL_DIRECTION_CHANGED);
      await runner.query('drop trigger if exists call_direction_changed on calls');
      // Deferred, so that a follow-up that meanwhile got this call has been committed.
      await runner.query(`
        create constraint trigger call_direction_changed after update of direction on calls
          deferrable initially deferred for each row when (old.direction is distinct from new.direction)
          execute function call_direction_changed()`);
    });
    await fill(runner);
    await buildIndex(runner, { ...INDEX, on: `(account_id, kind, opened_at) include (${INCLUDED}, direction)` });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('drop trigger if exists call_direction_changed on calls');
      await runner.query('drop function if exists call_direction_changed');
    });
    await buildIndex(runner, { ...INDEX, on: `(account_id, kind, opened_at) include (${INCLUDED})` });
    await withShortLock(runner, async () => {
      await runner.query('drop trigger if exists follow_up_opened on follow_ups');
      await runner.query('drop trigger if exists follow_up_call_chosen on follow_ups');
      await runner.query('drop function if exists follow_up_call_chosen');
      await runner.query('alter table follow_ups drop column if exists direction');
    });
  }
}

const FOLLOW_UP_CALL_CHOSEN = `
  create or replace function follow_up_call_chosen() returns trigger language plpgsql as $$
  begin
    new.direction := (select direction from calls where id = new.call_id);
    return new;
  end $$`;

const CALL_DIRECTION_CHANGED = `
  create or replace function call_direction_changed() returns trigger language plpgsql as $$
  begin
    update follow_ups set direction = new.direction where call_id = new.id;
    return null;
  end $$`;

async function fill(runner: QueryRunner): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const [batch] = (await runner.query(
      `
      with batch as (
        select id from follow_ups where id > $1 order by id limit $2 for update
      ), filled as (
        update follow_ups set direction = calls.direction from batch, calls
        where follow_ups.id = batch.id and calls.id = follow_ups.call_id
          and follow_ups.direction is null
      )
      select max(id::text) as last from batch`,
      [after, BATCH],
    )) as { last: string | null }[];
    after = batch?.last ?? null;
  }
}
