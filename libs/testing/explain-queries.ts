import type { EntityManager } from 'typeorm';

const EXPLAINABLE = /^\s*(with|select|insert|update|delete)\b/i;

/** Runs a repository's statements, and returns their plans as text. */
export async function explainQueries(
  manager: EntityManager,
  work: (explainingManager: EntityManager) => Promise<unknown>,
): Promise<string> {
  const plans: unknown[] = [];
  await work(recordPlans(manager, plans));
  return JSON.stringify(plans);
}

function recordPlans(manager: EntityManager, plans: unknown[]): EntityManager {
  return Object.assign(Object.create(manager) as EntityManager, {
    query: async (sql: string, parameters: unknown[]): Promise<unknown> => {
      if (EXPLAINABLE.test(sql)) plans.push(await manager.query(`explain ${sql}`, parameters));
      return manager.query(sql, parameters);
    },
    transaction: <T>(work: (inner: EntityManager) => Promise<T>): Promise<T> =>
      manager.transaction((inner) => work(recordPlans(inner, plans))),
  });
}
