import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddPasskeys1764149000000 implements MigrationInterface {
  name = 'AddPasskeys1764149000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table passkeys (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
        credential_id text not null,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null default '{}',
        name text not null,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        constraint pk_passkeys primary key (id),
        constraint uq_passkeys_credential unique (credential_id),
        constraint fk_passkeys_user foreign key (user_id) references users(id) on delete cascade
      )`);
    await runner.query('create index ix_passkeys_user on passkeys (user_id)');
    await runner.query(`
      create table passkey_challenges (
        purpose_hash text not null,
        user_id uuid not null,
        challenge_hash text not null,
        expires_at timestamptz not null,
        constraint pk_passkey_challenges primary key (purpose_hash),
        constraint fk_passkey_challenges_user foreign key (user_id) references users(id) on delete cascade
      )`);
    await runner.query('create index ix_passkey_challenges_user on passkey_challenges (user_id)');
    await runner.query('create index ix_passkey_challenges_expires on passkey_challenges (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table passkey_challenges');
    await runner.query('drop table passkeys');
  }
}
