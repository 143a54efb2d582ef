import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls whose words are still to be written. */
export class AddPendingWords1798000600002 implements MigrationInterface {
  name = 'AddPendingWords1798000600002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pending_words (
        call_id uuid not null,
        account_id uuid not null,
        run_number integer not null,
        run_after timestamptz not null default now(),
        lease_token uuid,
        give_up_at timestamptz not null,
        constraint pk_pending_words primary key (call_id),
        constraint fk_pending_words_call foreign key (call_id) references calls(id) on delete cascade
      )
    `);
    await runner.query('create index ix_pending_words_due on pending_words (run_after)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pending_words');
  }
}
