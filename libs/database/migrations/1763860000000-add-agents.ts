import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

// The constraints are checked for existing calls by the next migration, because that takes time on a large table.
export class AddAgents1763860000000 implements MigrationInterface {
  name = 'AddAgents1763860000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => addAgents(runner));
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls drop if exists agent_id, drop if exists agent_source');
      await runner.query('drop table if exists agents');
    });
  }
}

async function addAgents(runner: QueryRunner): Promise<void> {
  await runner.query(`
      create table if not exists agents (
        account_id uuid not null,
        id uuid not null default gen_random_uuid(),
        name text not null,
        member_user_id uuid,
        is_suggestion_dismissed boolean not null default false,
        created_at timestamptz not null default now(),
        constraint pk_agents primary key (account_id, id),
        constraint fk_agents_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint fk_agents_member foreign key (account_id, member_user_id) references members(account_id, user_id)
          on delete set null (member_user_id)
      )
    `);
  await runner.query('create unique index if not exists uq_agents_name on agents (account_id, lower(name))');
  await runner.query(`
      alter table calls add if not exists agent_id uuid, add if not exists agent_source text,
        drop constraint if exists ck_calls_agent_source, drop constraint if exists fk_calls_agent,
        add constraint ck_calls_agent_source
          check (agent_source in ('given', 'servicetitan', 'heard', 'corrected')) not valid,
        add constraint fk_calls_agent foreign key (account_id, agent_id) references agents(account_id, id)
          on delete set null (agent_id) not valid`);
}
