import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is searched, and by which text. */
const SEARCHED = { transcripts: 'text', analyses: 'summary' };

/**
 * Finds the words of an account's calls without reading all of them: trigrams for any part of a word, and the account in the
 * same index, so that the words of others are never looked at. Both extensions come with PostgreSQL and are trusted: the
 * owner of the database may create them.
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
      // A search reads what is not sorted into the index yet line by line, so little of it may wait.
      await runner.query(
        `create index ix_${table}_search on ${table} using gin (user_id, ${column} gin_trgm_ops) with (gin_pending_list_limit = 1024)`,
      );
    }
  }

  /** The extensions stay: they may be somebody else's as well. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(SEARCHED)) await runner.query(`alter table ${table} drop user_id`);
  }
}
