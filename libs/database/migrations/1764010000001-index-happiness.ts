import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

/** For the happiness of an agent, the calls of an hour of the week, and the callbacks of unhappy customers. */
export class IndexHappiness1764010000001 implements MigrationInterface {
  name = 'IndexHappiness1764010000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'ix_judged_calls_agent',
      table: 'judged_calls',
      on: `(account_id, agent_id, day) include (label, direction, topic, hour, confidence, has_quote, call_id)
        where agent_id is not null`,
    });
    await buildIndex(runner, {
      name: 'ix_judged_calls_hour',
      table: 'judged_calls',
      on: '(account_id, hour, day) include (call_id)',
    });
    await buildIndex(runner, {
      name: 'ix_follow_ups_opened',
      table: 'follow_ups',
      on: '(account_id, kind, opened_at) include (state, outcome, due_at, called_back_at, call_id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'ix_follow_ups_opened');
    await dropIndex(runner, 'ix_judged_calls_hour');
    await dropIndex(runner, 'ix_judged_calls_agent');
  }
}
