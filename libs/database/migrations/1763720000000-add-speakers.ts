import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is known about the speakers of a call: whether they were guessed, and on which channel the customer is. */
export class AddSpeakers1763720000000 implements MigrationInterface {
  name = 'AddSpeakers1763720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transcripts
        add speakers_guessed boolean not null default false,
        add customer_channel smallint`);
    await runner.query(`
      alter table account_settings
        add customer_channel text not null default 'auto',
        add constraint ck_account_settings_customer_channel check (customer_channel in ('auto', 'left', 'right'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings drop customer_channel');
    await runner.query('alter table transcripts drop customer_channel, drop speakers_guessed');
  }
}
