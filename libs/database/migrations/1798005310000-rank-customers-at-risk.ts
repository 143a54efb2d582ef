import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 1_000;

/**
 * Derives again how customers at risk stand, since they are ranked by how unhappy they are. Only after an hour: workers of
 * the previous version, which still run, would rank them as before.
 */
export class RankCustomersAtRisk1798005310000 implements MigrationInterface {
  name = 'RankCustomersAtRisk1798005310000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [later] = (await runner.query(`select (now() + interval '1 hour')::text as at`)) as { at: string }[];
    const mark = async (): Promise<number> => {
      const [, marked] = (await runner.query(
        `
        update customers set refresh_at = $2 where (account_id, id) in (
          select account_id, id from customers where risk_count > 0 and refresh_at is distinct from $2::timestamptz
          order by account_id, id limit $1 for update)`,
        [BATCH, later?.at],
      )) as [unknown, number];
      return marked;
    };
    while ((await mark()) === BATCH);
  }

  async down(): Promise<void> {}
}
