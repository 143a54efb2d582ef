import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex } from '../postgres/build-index';

const buildNameIndex = (runner: QueryRunner, foldedName: string): Promise<void> =>
  buildIndex(runner, {
    name: 'ix_customers_name',
    table: 'customers',
    definition: `(account_id, (name is null), ${foldedName}, id) where last_called_at is not null`,
  });

/** Lists of customers are sorted without accents. */
export class SortCustomersByFoldedName1795989600000 implements MigrationInterface {
  name = 'SortCustomersByFoldedName1795989600000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildNameIndex(
      runner,
      `translate(lower(coalesce(name, '')), 'áàâäãåāąéèêëēęěíìîïīóòôöõøōúùûüūůýÿñńňçćčšśžźżłďťřğış’', 'aaaaaaaaeeeeeeeiiiiiooooooouuuuuuyynnncccsszzzldtrgis''')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildNameIndex(runner, `lower(coalesce(name, ''))`);
  }
}
