import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex, withShortLock } from '../postgres/build-index';

const PREVIOUS_SID = { name: 'ix_sessions_previous_sid', table: 'sessions' };

export class AddPreviousSids1798000700200 implements MigrationInterface {
  name = 'AddPreviousSids1798000700200';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(
        'alter table sessions add if not exists previous_sid text, add if not exists replaced_at timestamptz',
      );
    });
    await buildIndex(runner, { ...PREVIOUS_SID, on: '(previous_sid)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, PREVIOUS_SID.name);
    await withShortLock(runner, async () => {
      await runner.query('alter table sessions drop if exists previous_sid, drop if exists replaced_at');
    });
  }
}
