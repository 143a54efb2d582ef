import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ACCOUNTS_TABLES } from '../baseline/accounts-tables';
import { BILLING_TABLES } from '../baseline/billing-tables';
import { CALLS_TABLES } from '../baseline/calls-tables';
import { CALLS_TRIGGERS } from '../baseline/calls-triggers';
import { CUSTOMERS_TABLES } from '../baseline/customers-tables';
import { DELIVERIES_TABLES } from '../baseline/deliveries-tables';
import { FOLLOW_UPS_TABLES } from '../baseline/follow-ups-tables';
import { HAPPINESS_TRIGGERS } from '../baseline/happiness-triggers';
import { SEARCH_TRIGGERS } from '../baseline/search-triggers';

// Has no stop words, unlike PostgreSQL's own configuration: "not happy" is not "happy", and Will is a name.
const SEARCH_CONFIGURATION = `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create text search dictionary call_words_stem (template = snowball, language = english);
create text search configuration call_words (copy = pg_catalog.english);
alter text search configuration call_words alter mapping replace english_stem with call_words_stem;
`;

const PARTS = [
  SEARCH_CONFIGURATION,
  ACCOUNTS_TABLES,
  BILLING_TABLES,
  CUSTOMERS_TABLES,
  CALLS_TABLES,
  FOLLOW_UPS_TABLES,
  DELIVERIES_TABLES,
  SEARCH_TRIGGERS,
  HAPPINESS_TRIGGERS,
  CALLS_TRIGGERS,
];

// The list of applied migrations belongs to TypeORM.
const DROP_ALL = `
do $$
declare object text;
begin
  for object in select oid::regclass from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
  loop execute 'drop table ' || object || ' cascade'; end loop;
  for object in select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend part where part.objid = pg_proc.oid and part.deptype = 'e')
  loop execute 'drop function ' || object; end loop;
end $$;
drop text search configuration call_words;
drop text search dictionary call_words_stem;
`;

/** The schema of the first version. Constraints have explicit names, so that errors can be identified by name. */
export class CreateSchema1763640000000 implements MigrationInterface {
  name = 'CreateSchema1763640000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of PARTS) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_ALL);
  }
}
