import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddRedaction1764090000000 implements MigrationInterface {
  name = 'AddRedaction1764090000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table account_settings add if not exists redaction text not null default 'transcript',
          drop constraint if exists ck_account_settings_redaction,
          add constraint ck_account_settings_redaction
            check (redaction in ('off', 'transcript'))`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table account_settings drop if exists redaction');
    });
  }
}
