import type { MigrationInterface, QueryRunner } from 'typeorm';

const SEARCHED = { transcripts: 'text', analyses: 'summary' };

/**
 * Full-text search in an account's calls: trigrams match any part of a word, and the account is part of the index, so
 * that calls of other accounts are not read. Both extensions come with PostgreSQL and are trusted, so the owner of the
 * database may create them.
 */
export class AddSearchIndex1763680000000 implements MigrationInterface {
  name = 'AddSearchIndex1763680000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm');
    await runner.query('create extension if not exists btree_gin');
    for (const [table, column] of Object.entries(SEARCHED)) {
      await runner.query(`alter table ${table} add user_id uuid`);
      await runner.query(`update ${table} set user_id = calls.user_id from calls where calls.id = ${table}.call_id`);
      await runner.query(`alter table ${table} alter user_id set not null`);
      // A search scans pending index entries line by line, so the list is kept short.
      await runner.query(
        `create index ix_${table}_search on ${table} using gin (user_id, ${column} gin_trgm_ops) with (gin_pending_list_limit = 1024)`,
      );
    }
  }

  // The extensions are kept, because others may use them.
  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(SEARCHED)) await runner.query(`alter table ${table} drop user_id`);
  }
}
