import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddConnections1763660000000 implements MigrationInterface {
  name = 'AddConnections1763660000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table deliveries alter call_id drop not null');
    await runner.query(
      'create index ix_deliveries_tests on deliveries (user_id, channel, created_at) where call_id is null',
    );
    await runner.query(`
      create table connections (
        user_id uuid not null,
        channel text not null,
        destination_hash text not null,
        destination text not null,
        last_success_at timestamptz,
        failures integer not null default 0,
        paused_until timestamptz,
        error_code text,
        error_message text,
        is_permanent boolean not null default false,
        failed_at timestamptz,
        constraint pk_connections primary key (user_id, channel, destination_hash),
        constraint fk_connections_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
    await runner.query(`
      create table mail_suppressions (
        user_id uuid not null,
        address text not null,
        reason text not null,
        created_at timestamptz not null default now(),
        constraint pk_mail_suppressions primary key (user_id, address),
        constraint fk_mail_suppressions_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mail_suppressions, connections');
    await runner.query('drop index ix_deliveries_tests');
    await runner.query('delete from deliveries where call_id is null');
    await runner.query('alter table deliveries alter call_id set not null');
  }
}
