import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

/**
 * The leader looks every hour for messages that weren't sent because their channel wasn't set up, and the search for
 * customers compares names with other letters than ASCII separately. Nothing looks for calls without party keys anymore.
 */
export class ChangeIndexes1796017200000 implements MigrationInterface {
  name = 'ChangeIndexes1796017200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'ix_deliveries_unavailable',
      table: 'deliveries',
      definition: `(created_at) where state = 'suppressed' and error_code in ('MAIL_UNAVAILABLE', 'SERVICETITAN_UNAVAILABLE')`,
    });
    await buildIndex(runner, {
      name: 'ix_customers_other_names',
      table: 'customers',
      definition: '(account_id) where octet_length(name) <> length(name)',
    });
    await dropIndex(runner, 'ix_calls_unknown_parties');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'ix_calls_unknown_parties',
      table: 'calls',
      definition: '(account_id) where customer_key is null and party_keys is null',
    });
    await dropIndex(runner, 'ix_customers_other_names');
    await dropIndex(runner, 'ix_deliveries_unavailable');
  }
}
