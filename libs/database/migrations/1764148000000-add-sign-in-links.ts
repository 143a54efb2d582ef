import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSignInLinks1764148000000 implements MigrationInterface {
  name = 'AddSignInLinks1764148000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_links (
        token_hash text not null,
        user_id uuid not null,
        expires_at timestamptz not null,
        constraint pk_sign_in_links primary key (token_hash),
        constraint fk_sign_in_links_user foreign key (user_id) references users(id) on delete cascade
      )`);
    await runner.query('create index ix_sign_in_links_user on sign_in_links (user_id)');
    await runner.query('create index ix_sign_in_links_expires on sign_in_links (expires_at)');
    await runner.query('alter table pending_sign_ins add column ip_address text, add column user_agent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table pending_sign_ins drop column ip_address, drop column user_agent');
    await runner.query('drop table sign_in_links');
  }
}
