import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddNoteRemoval1764165000000 implements MigrationInterface {
  name = 'AddNoteRemoval1764165000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table deleted_calls add if not exists note_references text[]');
      await runner.query('alter table erasures add if not exists notes_removed boolean');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table erasures drop if exists notes_removed');
      await runner.query('alter table deleted_calls drop if exists note_references');
    });
  }
}
