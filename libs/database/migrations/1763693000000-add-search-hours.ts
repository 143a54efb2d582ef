import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is searched, and by which text. */
const SEARCHED = { transcripts: 'text', analyses: 'summary' };

/**
 * Lets a search look through the latest calls of an account by index: results also by the hour in which they were written, and names
 * and numbers without reading the calls themselves.
 */
export class AddSearchHours1763693000000 implements MigrationInterface {
  name = 'AddSearchHours1763693000000';

  async up(runner: QueryRunner): Promise<void> {
    await remakeSearchIndexes(runner, `user_id, (date_trunc('hour', created_at at time zone 'utc'))`);
    await runner.query('drop index ix_calls_user_created');
    await runner.query('create index ix_calls_user_created on calls (user_id, created_at desc, id desc) include (source, customer_name, from_number, to_number)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await remakeSearchIndexes(runner, 'user_id');
    await runner.query('drop index ix_calls_user_created');
    await runner.query('create index ix_calls_user_created on calls (user_id, created_at desc, id desc)');
  }
}

async function remakeSearchIndexes(runner: QueryRunner, before: string): Promise<void> {
  for (const [table, column] of Object.entries(SEARCHED)) {
    await runner.query(`drop index ix_${table}_search`);
    await runner.query(`create index ix_${table}_search on ${table} using gin (${before}, ${column} gin_trgm_ops) with (gin_pending_list_limit = 1024)`);
  }
}
