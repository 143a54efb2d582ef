import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSignUps1763810000000 implements MigrationInterface {
  name = 'AddSignUps1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_ups (
        token_hash text not null,
        email text not null,
        first_name text not null,
        last_name text not null,
        password_hash text not null,
        return_to text not null,
        expires_at timestamptz not null,
        constraint pk_sign_ups primary key (token_hash)
      )
    `);
    await runner.query('create index ix_sign_ups_expires on sign_ups (expires_at)');
    await runner.query(`
      create table password_resets (
        token_hash text not null,
        user_id uuid not null,
        expires_at timestamptz not null,
        constraint pk_password_resets primary key (token_hash),
        constraint fk_password_resets_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
    await runner.query('create index ix_password_resets_user on password_resets (user_id)');
    await runner.query('create index ix_password_resets_expires on password_resets (expires_at)');
    await runner.query('alter table mails add column sealed_link text');
    await runner.query(`
      alter table sessions
        add column id uuid not null default gen_random_uuid(),
        add column ip_address text,
        add column user_agent text,
        add column last_used_at timestamptz not null default now(),
        add constraint uq_sessions_id unique (id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table sessions drop column id, drop column ip_address, drop column user_agent, drop column last_used_at',
    );
    await runner.query('alter table mails drop column sealed_link');
    await runner.query('drop table password_resets, sign_ups');
  }
}
