import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddHiddenDetails1764153000000 implements MigrationInterface {
  name = 'AddHiddenDetails1764153000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table account_settings add if not exists hide_phone_numbers boolean not null default false,
          add if not exists hide_names boolean not null default false,
          add if not exists hide_addresses boolean not null default false`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table account_settings drop if exists hide_phone_numbers, drop if exists hide_names,
          drop if exists hide_addresses`);
    });
  }
}
