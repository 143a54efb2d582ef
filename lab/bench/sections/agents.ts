import { AgentsRepository, knownFirstNamesSql } from '@ringwell/database/calls/agents.repository';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';

import { withDataSource, withStores, type BenchContext } from '../bench-context';
import { insertAccounts } from '../bench-data';
import { medianMs } from '../statistics';
import type { BenchStores } from '../stores';
import { atMost, formatNumber } from '../table';

const CALLS = 1_000_000;
/** More agents than a list shows. */
const AGENTS = 600;
/** One in this many calls belongs to an agent other than the first. */
const OTHER_AGENT_INTERVAL = 20;
const PAGE_SIZE = 26;
const PASSES = 5;

/** Measures lists in an account with more agents than a list shows, where most calls belong to one agent. */
export async function agents(context: BenchContext): Promise<void> {
  await withStores(context, async (stores) => {
    const [accountId = ''] = await insertAccounts(stores, 1);
    const [busyAgentId = '', rareAgentId = ''] = await insertAgentCalls(stores, accountId);
    await withDataSource(stores, async ({ manager }) => {
      const lists = new CallListsRepository(manager);
      const agentsRepository = new AgentsRepository(manager);
      const listPage = (agentId?: string): Promise<unknown> =>
        lists.list(accountId, { isDemo: false, ...(agentId !== undefined && { agentIds: [agentId] }) }, PAGE_SIZE);
      const allMs = await medianMs(PASSES, () => listPage());
      const measures: [string, () => Promise<unknown>, number?][] = [
        [`first page for the agent with most of ${CALLS.toLocaleString('en')} calls`, () => listPage(busyAgentId), 50],
        ['first page for an agent with few of them', () => listPage(rareAgentId), 50],
        ['list of agents with their call counts', () => agentsRepository.list(accountId), 1_500],
        [
          'names that agents may introduce themselves with',
          () => manager.query(`select ${knownFirstNamesSql('$1')}`, [accountId]),
          50,
        ],
      ];
      for (const [name, work, limitMs] of measures) {
        const durationMs = await medianMs(PASSES, work);
        context.table.add({
          name,
          measured: `${formatNumber(durationMs)} ms`,
          baseline: `first page of all calls: ${formatNumber(allMs)} ms`,
          ...(limitMs !== undefined && atMost(durationMs, limitMs, `<= ${limitMs} ms`)),
        });
      }
    });
  });
}

/** @returns the agents' IDs, starting with the busiest agent and one with only a few old calls */
async function insertAgentCalls(stores: BenchStores, accountId: string): Promise<string[]> {
  const insertedAgents = await stores.query<{ id: string }>(
    `insert into agents (account_id, name) select $1, 'Agent ' || number from generate_series(1, $2::int) number returning id`,
    [accountId, AGENTS],
  );
  const ids = insertedAgents.map(({ id }) => id);
  await stores.query('set session_replication_role = replica'); // turns off triggers, such as the search triggers
  await stores.query(
    `
    insert into calls (account_id, source, state, direction, agent_id, recording_key, attempts, result_run_number,
      created_at, occurred_at)
    select $1, 'n8n', 'completed', 'inbound',
      ($2::uuid[])[case when number <= 100 then 2 when number % $4::int > 0 then 1 else 2 + number % (cardinality($2::uuid[]) - 1) end],
      'recordings/none', 1, 1, at, at
    from generate_series(1, $3::int) number
    cross join lateral (select now() - ($3::int - number) * interval '30 seconds' as at) moment`,
    [accountId, ids, CALLS, OTHER_AGENT_INTERVAL],
  );
  await stores.query('set session_replication_role = default');
  await stores.query('vacuum analyze');
  return ids;
}
