import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const CREATED = { name: 'ix_mails_created', table: 'mails' };

/** For the mails that were written while a user is being deleted, which are looked through with the user's row locked. */
export class IndexMails1798002000000 implements MigrationInterface {
  name = 'IndexMails1798002000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...CREATED, on: '(created_at)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, CREATED.name);
  }
}
