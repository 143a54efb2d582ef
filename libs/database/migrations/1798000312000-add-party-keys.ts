import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex, withShortLock } from '../postgres/build-index';

const PARTIES = { name: 'ix_calls_parties', table: 'calls' };
const UNKNOWN = { name: 'ix_calls_unknown_parties', table: 'calls' };

/** Whom calls without a customer may be from, so that an erasure finds them. */
export class AddPartyKeys1798000312000 implements MigrationInterface {
  name = 'AddPartyKeys1798000312000';
  transaction = false;

  // Without a default, so no row is rewritten.
  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls add if not exists party_keys text[]');
    });
    await buildIndex(runner, { ...PARTIES, on: 'using gin (account_id, party_keys) where customer_key is null' });
    await buildIndex(runner, { ...UNKNOWN, on: '(account_id) where customer_key is null and party_keys is null' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, UNKNOWN.name);
    await dropIndex(runner, PARTIES.name);
    await withShortLock(runner, async () => {
      await runner.query('alter table calls drop if exists party_keys');
    });
  }
}
