import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddInvitations1763851000000 implements MigrationInterface {
  name = 'AddInvitations1763851000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table invitations (
        id uuid not null default gen_random_uuid(),
        account_id uuid not null,
        email text not null,
        role text not null,
        token_hash text not null,
        proves_email boolean not null,
        invited_by uuid,
        expires_at timestamptz not null,
        created_at timestamptz not null default now(),
        constraint pk_invitations primary key (id),
        constraint uq_invitations_token unique (token_hash),
        constraint uq_invitations_email unique (account_id, email),
        constraint fk_invitations_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint fk_invitations_invited_by foreign key (invited_by) references users(id) on delete set null,
        constraint ck_invitations_role check (role in ('owner', 'manager', 'member', 'viewer'))
      )
    `);
    await runner.query('create index ix_invitations_invited_by on invitations (invited_by)');
    await runner.query('alter table bearer_tokens add is_read_only boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table bearer_tokens drop is_read_only');
    await runner.query('drop table invitations');
  }
}
