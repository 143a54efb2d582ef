import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecondFactors1764145000000 implements MigrationInterface {
  name = 'AddSecondFactors1764145000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table totp_factors (
        user_id uuid not null,
        sealed_secret text not null,
        last_counter integer,
        activated_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        constraint pk_totp_factors primary key (user_id),
        constraint fk_totp_factors_user foreign key (user_id) references users(id) on delete cascade
      )`);
    await runner.query(`
      create table recovery_codes (
        user_id uuid not null,
        code_hash text not null,
        salt text not null,
        created_at timestamptz not null default now(),
        constraint pk_recovery_codes primary key (user_id, code_hash),
        constraint fk_recovery_codes_user foreign key (user_id) references users(id) on delete cascade
      )`);
    await runner.query(`
      create table pending_sign_ins (
        token_hash text not null,
        user_id uuid not null,
        has_weak_password boolean not null default false,
        expires_at timestamptz not null,
        constraint pk_pending_sign_ins primary key (token_hash),
        constraint fk_pending_sign_ins_user foreign key (user_id) references users(id) on delete cascade
      )`);
    await runner.query('create index ix_pending_sign_ins_user on pending_sign_ins (user_id)');
    await runner.query('create index ix_pending_sign_ins_expires on pending_sign_ins (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pending_sign_ins');
    await runner.query('drop table recovery_codes');
    await runner.query('drop table totp_factors');
  }
}
