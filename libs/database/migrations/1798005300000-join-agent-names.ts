import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** Names of agents that mean one person, or no one who works for the account, also without a member. */
export class JoinAgentNames1798005300000 implements MigrationInterface {
  name = 'JoinAgentNames1798005300000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () =>
      runner.query(`
        alter table agents add if not exists same_as_id uuid, add if not exists is_hidden boolean not null default false,
          drop constraint if exists fk_agents_same_as,
          add constraint fk_agents_same_as foreign key (account_id, same_as_id) references agents(account_id, id)
            on delete set null (same_as_id)`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () =>
      runner.query('alter table agents drop if exists same_as_id, drop if exists is_hidden'),
    );
  }
}
