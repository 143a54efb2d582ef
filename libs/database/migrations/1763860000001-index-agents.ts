import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const BY_AGENT = { name: 'ix_calls_agent', table: 'calls' };

/** Finds the calls of an agent, the latest first. */
export class IndexAgents1763860000001 implements MigrationInterface {
  name = 'IndexAgents1763860000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...BY_AGENT,
      on: '(account_id, agent_id, (least(occurred_at, created_at)) desc, id desc) where agent_id is not null',
    });
    await runner.query('alter table calls validate constraint ck_calls_agent_source');
    await runner.query('alter table calls validate constraint fk_calls_agent');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, BY_AGENT.name);
  }
}
