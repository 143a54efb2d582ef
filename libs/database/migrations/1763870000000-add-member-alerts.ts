import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddMemberAlerts1763870000000 implements MigrationInterface {
  name = 'AddMemberAlerts1763870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table members
        add alert_labels text[] not null default '{}',
        add quiet_from text,
        add quiet_until text,
        add constraint ck_members_quiet_hours check ((quiet_from is null) = (quiet_until is null))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table members drop alert_labels, drop quiet_from, drop quiet_until');
  }
}
