import type { MigrationInterface } from 'typeorm';

import { CreateSchema1763640000000 } from './migrations/1763640000000-create-schema';
import { SortCustomersByFoldedName1795989600000 } from './migrations/1795989600000-sort-customers-by-folded-name';
import { StorePictures1796013600000 } from './migrations/1796013600000-store-pictures';
import { ChangeIndexes1796017200000 } from './migrations/1796017200000-change-indexes';

/** All migrations in order. List new ones at the end and never change a released one. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateSchema1763640000000,
  SortCustomersByFoldedName1795989600000,
  StorePictures1796013600000,
  ChangeIndexes1796017200000,
];
