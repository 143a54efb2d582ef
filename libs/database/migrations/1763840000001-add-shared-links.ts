import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSharedLinks1763840000001 implements MigrationInterface {
  name = 'AddSharedLinks1763840000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table shared_links (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
        call_id uuid not null,
        created_by uuid,
        token_hash text not null,
        scope text not null,
        clip_start_ms integer,
        clip_end_ms integer,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        first_opened_at timestamptz,
        last_opened_at timestamptz,
        open_count integer not null default 0,
        created_at timestamptz not null default now(),
        constraint pk_shared_links primary key (id),
        constraint uq_shared_links_token unique (token_hash),
        constraint fk_shared_links_user foreign key (user_id) references users(id) on delete cascade,
        constraint fk_shared_links_call foreign key (call_id) references calls(id) on delete cascade,
        constraint fk_shared_links_created_by foreign key (created_by) references users(id) on delete set null,
        constraint ck_shared_links_scope check (scope in ('summary', 'clip', 'whole')),
        constraint ck_shared_links_clip check (
          (scope = 'clip') = (clip_start_ms is not null and clip_end_ms is not null))
      )
    `);
    await runner.query('create index ix_shared_links_call on shared_links (call_id)');
    await runner.query('create index ix_shared_links_user on shared_links (user_id)');
    await runner.query('create index ix_shared_links_created_by on shared_links (created_by)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table shared_links');
  }
}
