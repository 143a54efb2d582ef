import type { MigrationInterface, QueryRunner } from 'typeorm';

// `done_at` is null for new messages. The index finds the activity of one account.
export class AddContactInbox1763800000000 implements MigrationInterface {
  name = 'AddContactInbox1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_messages add column done_at timestamptz');
    await runner.query(
      `create index ix_activity_logs_target on activity_logs ((metadata->>'targetUserId'), created_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_activity_logs_target');
    await runner.query('alter table contact_messages drop column done_at');
  }
}
