import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members connect assistants by signing in. */
export class AddAssistants1798005400100 implements MigrationInterface {
  name = 'AddAssistants1798005400100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table assistants (
        id uuid not null default gen_random_uuid(), account_id uuid not null, user_id uuid not null,
        client_id text not null, name text not null, host text not null, is_read_only boolean not null,
        last_used_at timestamptz, created_at timestamptz not null default now(),
        constraint pk_assistants primary key (id),
        constraint fk_assistants_member foreign key (account_id, user_id) references members (account_id, user_id)
          on delete cascade)`);
    await runner.query('create index ix_assistants_member on assistants (account_id, user_id)');
    await runner.query('create index ix_assistants_user on assistants (user_id)');
    await runner.query('create index ix_assistants_client on assistants (client_id)');
    await runner.query(`
      create table assistant_records (
        kind text not null, id_hash text not null, assistant_id uuid, payload jsonb not null, consumed_at timestamptz,
        expires_at timestamptz, created_at timestamptz not null default now(),
        constraint pk_assistant_records primary key (kind, id_hash),
        constraint fk_assistant_records_assistant foreign key (assistant_id) references assistants (id)
          on delete cascade)`);
    await runner.query('create index ix_assistant_records_assistant on assistant_records (assistant_id)');
    await runner.query('create index ix_assistant_records_expires on assistant_records (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table assistant_records');
    await runner.query('drop table assistants');
  }
}
