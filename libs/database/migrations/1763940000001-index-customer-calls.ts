import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const BY_CUSTOMER = { name: 'ix_calls_customer', table: 'calls' };

/** Finds the calls of a customer, the latest first. */
export class IndexCustomerCalls1763940000001 implements MigrationInterface {
  name = 'IndexCustomerCalls1763940000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...BY_CUSTOMER,
      on: '(account_id, customer_key, (least(occurred_at, created_at)) desc, id desc) where customer_key is not null',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, BY_CUSTOMER.name);
  }
}
