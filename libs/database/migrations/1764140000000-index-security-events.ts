import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const TABLE = 'security_events';
const KIND = { name: 'ix_security_events_kind', table: TABLE };
const ADDRESS = { name: 'ix_security_events_address', table: TABLE };
const EMAIL = { name: 'ix_security_events_email', table: TABLE };

/** For the filters of the administrators' page, each in the order of its list. */
export class IndexSecurityEvents1764140000000 implements MigrationInterface {
  name = 'IndexSecurityEvents1764140000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...KIND, on: '(kind, outcome, created_at, id)' });
    await buildIndex(runner, {
      ...ADDRESS,
      on: '(ip_address text_pattern_ops, created_at, id) where ip_address is not null',
    });
    await buildIndex(runner, { ...EMAIL, on: '(email_hash, created_at, id) where email_hash is not null' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, EMAIL.name);
    await dropIndex(runner, ADDRESS.name);
    await dropIndex(runner, KIND.name);
  }
}
