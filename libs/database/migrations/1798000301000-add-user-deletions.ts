import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who are being deleted by a worker. */
export class AddUserDeletions1798000301000 implements MigrationInterface {
  name = 'AddUserDeletions1798000301000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_deletions (
        user_id uuid not null,
        requested_by uuid,
        requested_at timestamptz not null default clock_timestamp(),
        activity_after uuid not null default '00000000-0000-0000-0000-000000000000',
        mails_after uuid not null default '00000000-0000-0000-0000-000000000000',
        problem text,
        run_after timestamptz not null default clock_timestamp(),
        constraint pk_user_deletions primary key (user_id),
        constraint fk_user_deletions_user foreign key (user_id) references users(id) on delete cascade,
        constraint fk_user_deletions_requested_by foreign key (requested_by) references users(id) on delete set null
      )
    `);
    await runner.query('create index ix_user_deletions_requested_by on user_deletions (requested_by)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table user_deletions');
  }
}
