import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** What a call led to, and people's corrections of it. The checks are validated apart, because that reads the whole table. */
export class AddBooking1798005500000 implements MigrationInterface {
  name = 'AddBooking1798005500000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table analyses add if not exists booking text');
      await runner.query('alter table analyses drop constraint if exists ck_analyses_booking');
      await runner.query(`
        alter table analyses add constraint ck_analyses_booking check (booking in ('booked', 'not_booked_undecided',
          'not_booked_unreached', 'not_booked_other', 'not_a_lead', 'unclear')) not valid`);
    });
    await runner.query('alter table analyses validate constraint ck_analyses_booking');
    await replaceFieldCheck(runner, "'summary', 'instruction', 'booking'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from call_edits where field = 'booking'");
    await replaceFieldCheck(runner, "'summary', 'instruction'");
    await withShortLock(runner, () => runner.query('alter table analyses drop if exists booking'));
  }
}

async function replaceFieldCheck(runner: QueryRunner, fields: string): Promise<void> {
  await withShortLock(runner, async () => {
    await runner.query('alter table call_edits drop constraint if exists ck_call_edits_field');
    await runner.query(
      `alter table call_edits add constraint ck_call_edits_field check (field in (${fields})) not valid`,
    );
  });
  await runner.query('alter table call_edits validate constraint ck_call_edits_field');
}
