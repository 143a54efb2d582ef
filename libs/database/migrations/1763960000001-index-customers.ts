import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex, type IndexDefinition } from '../postgres/build-index';

const LISTED = 'where last_called_at is not null';

const INDEXES: readonly IndexDefinition[] = [
  { name: 'ix_customers_called', table: 'customers', on: `(account_id, last_called_at desc, id desc) ${LISTED}` },
  {
    name: 'ix_customers_calls',
    table: 'customers',
    on: `(account_id, recent_calls desc, last_called_at desc, id desc) ${LISTED}`,
  },
  {
    name: 'ix_customers_risk',
    table: 'customers',
    on: `(account_id, risk_count desc, last_called_at desc, id desc) ${LISTED}`,
  },
  {
    name: 'ix_customers_name',
    table: 'customers',
    on: `(account_id, (name is null), (lower(coalesce(name, ''))), id) ${LISTED}`,
  },
  { name: 'ix_customers_search', table: 'customers', on: 'using gin (account_id, name gin_trgm_ops)' },
  { name: 'ix_customers_refresh', table: 'customers', on: '(refresh_at) where refresh_at is not null' },
  { name: 'ix_customer_keys_search', table: 'customer_keys', on: 'using gin (account_id, key gin_trgm_ops)' },
];

/** For each order of the list of customers, for its search, and for the customers to refresh. */
export class IndexCustomers1763960000001 implements MigrationInterface {
  name = 'IndexCustomers1763960000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await dropIndex(runner, name);
  }
}
