import { createHash } from 'node:crypto';

import type { PoolClient, QueryResultRow } from 'pg';
import { QueryFailedError, type EntityManager } from 'typeorm';

/**
 * A plan is good for this long. PostgreSQL makes one anew when it has new statistics, which may take a minute; by then the tables of
 * a new system can be so large that the plan for small ones reads all of them.
 */
const PLAN_LIFE_MS = 2_000;

const names = new Map<string, string>();

/** When the plans of a connection were made, on the clock of `performance.now()`. */
const plannedAt = new WeakMap<PoolClient, number>();

/**
 * Runs a statement that every call needs, and gives its row, if there is one. Each connection has it parsed once and planned now and
 * then, which would otherwise cost more than running it. Only for fixed texts, as a connection keeps all of them until it is closed,
 * and for those of which one plan is good for any parameters. Faults are those of other statements.
 */
export async function preparedRow<T extends QueryResultRow>(
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<T | undefined> {
  const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    return await ask<T>(client, sql, parameters).catch((error: unknown) => {
      throw error instanceof Error ? new QueryFailedError(sql, [], error) : error;
    });
  } finally {
    if (runner !== manager.queryRunner) await runner.release();
  }
}

/** TypeORM itself cannot name a statement. */
async function ask<T extends QueryResultRow>(
  client: PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<T | undefined> {
  const now = performance.now();
  const planned = plannedAt.get(client);
  if (planned === undefined || now - planned > PLAN_LIFE_MS) {
    plannedAt.set(client, now);
    if (planned !== undefined) await client.query('discard plans');
  }
  const { rows } = await client.query<T>({ name: nameOf(sql), text: sql, values: [...parameters] });
  return rows[0];
}

/** Made from the text, so that a statement that was changed is another one. */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
  names.set(sql, name);
  return name;
}
