import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecurityEvents1764100000000 implements MigrationInterface {
  name = 'AddSecurityEvents1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table security_events (
        id uuid not null default gen_random_uuid(),
        kind text not null,
        outcome text not null,
        method text,
        code text,
        route text,
        action text,
        activity_id uuid,
        user_id uuid,
        target_user_id uuid,
        account_id uuid,
        email_hash text,
        ip_address text,
        user_agent text,
        count integer not null default 1,
        first_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        constraint pk_security_events primary key (id)
      )`);
    await runner.query('create index ix_security_events_created on security_events (created_at, id)');
    await runner.query(
      'create index ix_security_events_user on security_events (user_id, created_at) where user_id is not null',
    );
    await runner.query(
      `create index ix_security_events_target on security_events (target_user_id, created_at)
        where target_user_id is not null`,
    );
    await runner.query(
      'create index ix_security_events_account on security_events (account_id, created_at) where account_id is not null',
    );
    await runner.query(`
      create table revoked_tokens (
        id uuid not null,
        token_hash text not null,
        account_id uuid not null,
        revoked_at timestamptz not null default now(),
        constraint pk_revoked_tokens primary key (id),
        constraint fk_revoked_tokens_account foreign key (account_id) references accounts(id) on delete cascade
      )`);
    await runner.query('create index ix_revoked_tokens_hash on revoked_tokens (token_hash)');
    await runner.query('create index ix_revoked_tokens_account on revoked_tokens (account_id)');
    await runner.query('create index ix_revoked_tokens_revoked on revoked_tokens (revoked_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table revoked_tokens');
    await runner.query('drop table security_events');
  }
}
