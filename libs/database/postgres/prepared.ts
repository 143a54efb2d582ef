import { createHash } from 'node:crypto';

import type { PoolClient, QueryResultRow } from 'pg';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';

import { getClient } from '@ringwell/platform/driver-internals/typeorm';

// Plans are discarded after a while. PostgreSQL replans a statement when statistics change, which may take a minute. On
// a new system, the tables may have grown so much by then that the plan for small tables reads all rows. While a
// connection is in use, each period is twice as long as the previous one, because the tables' relative growth slows
// down: planning every two seconds took a tenth of PostgreSQL's time.
const SHORTEST_PLAN_MS = 2_000;
const MAX_PLAN_AGE_MS = 16_000;

const statementNames = new Map<string, string>();

/** When a connection last discarded its plans, per `performance.now()`, and how long it keeps the new ones. */
interface Plans {
  createdAt: number;
  lifetimeMs: number;
}

const plans = new WeakMap<PoolClient, Plans>();

const checkedDataSources = new WeakSet<DataSource>();

/**
 * Runs a prepared statement. Planning frequent statements cost more than running them: preparing them, together with
 * narrower indexes, raised the pipeline from 152 to 203 calls per second (`npm run bench -- --only pipeline`, idle
 * machine).
 *
 * Only for constant SQL, because a connection keeps every statement until it's closed, and for statements whose best
 * plan doesn't depend on the parameters. Throws the same errors as other queries.
 * @throws Error for a data source with options that only apply to TypeORM's queries
 */
export async function preparedRows<T extends QueryResultRow>(
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<T[]> {
  assertNoIgnoredOptions(manager.dataSource);
  const runner = manager.queryRunner ?? manager.dataSource.createQueryRunner();
  try {
    const client = await getClient(runner);
    return await queryRows<T>(client, sql, parameters).catch((error: unknown) => {
      throw error instanceof Error ? new QueryFailedError(sql, [], error) : error;
    });
  } finally {
    if (runner !== manager.queryRunner) await runner.release();
  }
}

/** Like `preparedRows`, for a statement that returns at most one row. */
export async function preparedRow<T extends QueryResultRow>(
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<T | undefined> {
  return (await preparedRows<T>(manager, sql, parameters))[0];
}

function assertNoIgnoredOptions(dataSource: DataSource): void {
  if (checkedDataSources.has(dataSource)) return;
  const { logging, maxQueryExecutionTime, subscribers } = dataSource.options;
  const ignoredOptions = Object.entries({
    logging: Array.isArray(logging) ? logging.length > 0 : logging,
    maxQueryExecutionTime,
    subscribers: Object.keys(subscribers ?? {}).length > 0,
  }).flatMap(([option, value]) => (value ? [option] : []));
  if (ignoredOptions.length > 0) {
    throw new Error(
      `Prepared statements ignore these options of the data source: ${ignoredOptions.join(', ')}. Remove them.`,
    );
  }
  checkedDataSources.add(dataSource);
}

// Calls pg directly, because TypeORM can't name statements.
async function queryRows<T extends QueryResultRow>(
  client: PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<T[]> {
  const now = performance.now();
  const { createdAt, lifetimeMs } = plans.get(client) ?? { createdAt: now, lifetimeMs: 0 };
  if (now - createdAt >= lifetimeMs) {
    const wasInUse = now - createdAt < 2 * lifetimeMs;
    plans.set(client, {
      createdAt: now,
      lifetimeMs: wasInUse ? Math.min(2 * lifetimeMs, MAX_PLAN_AGE_MS) : SHORTEST_PLAN_MS,
    });
    if (lifetimeMs > 0) await client.query('discard plans');
  }
  const { rows } = await client.query<T>({ name: getStatementName(sql), text: sql, values: [...parameters] });
  return rows;
}

// Derived from the SQL, so that a changed statement gets a different name.
function getStatementName(sql: string): string {
  const existingName = statementNames.get(sql);
  if (existingName !== undefined) return existingName;
  const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
  statementNames.set(sql, name);
  return name;
}
