import type { EntityManager } from 'typeorm';

import { SERVICE_TITAN_FIELD_NAMES, type ServiceTitanField } from '@ringwell/domain/calls/service-titan-fields';
import { listPartyKeys } from '@ringwell/rules/calls/customer-key';

import type { Account } from '../accounts/account.entity';
import { AccountSettings } from '../accounts/settings/account-settings.entity';
import { findOrCreateAgents } from '../calls/agents.repository';
import type { Call } from '../calls/call.entity';
import { isDeletedSql } from '../calls/deleted-ids';
import { columnName } from '../postgres/column-name';
import { row, rows, SqlRepository } from '../postgres/sql';

export interface PolledAccount {
  account: Account;
  settings: AccountSettings;
}

export type PolledCall = Pick<
  Call,
  | 'externalId'
  | 'direction'
  | 'fromNumber'
  | 'toNumber'
  | 'customerName'
  | 'jobId'
  | 'customerId'
  | 'occurredAt'
  | ServiceTitanField
> & {
  /** Normalized by `normalizeAgentName`. */
  agentName: string | null;
  hasRecording: boolean;
  /** Whether the caller hung up before anyone answered, so there's no recording to fetch. */
  isAbandoned: boolean;
};

export interface PolledPage {
  calls: readonly PolledCall[];
  continueFrom: string;
  isLast: boolean;
  delaySeconds: number;
}

const FIRST_RECORDING_CHECK_SECONDS = 60;

/** Imported calls become due at this time, unless they are queued earlier. */
export const IMPORT_WAITS_UNTIL = '2200-01-01T00:00:00Z';

/** The ServiceTitan feeds that an account reads, and the settings columns that store its position in each. */
const FEEDS = {
  calls: {
    cursor: 'poll_cursor',
    readAt: 'last_polled_at',
    dueAt: 'poll_after',
    isEnabled: 'settings.service_titan_polling_enabled',
  },
  jobs: { cursor: 'job_cursor', readAt: 'jobs_read_at', dueAt: 'read_jobs_after', isEnabled: 'true' },
  'earlier calls': {
    cursor: 'import_cursor',
    readAt: 'import_read_at',
    dueAt: 'read_import_after',
    isEnabled: `exists (select from call_imports import where import.account_id = settings.account_id
      and import.state in ('counting', 'fetching'))`,
  },
};
export type ServiceTitanFeedName = keyof typeof FEEDS;

const DUE_PROPERTIES: Record<ServiceTitanFeedName, keyof AccountSettings> = {
  calls: 'pollAfter',
  jobs: 'readJobsAfter',
  'earlier calls': 'readImportAfter',
};

export type FeedPage = Omit<PolledPage, 'calls'>;

export class ServiceTitanPollsRepository extends SqlRepository {
  /**
   * Lists active, connected accounts due to read a feed, longest-waiting first.
   * @param excludedIds accounts that are already reading it
   * @param maxDelaySeconds accounts that were postponed for longer are due, because the delay has since been shortened
   */
  async listDueAccounts(
    feed: ServiceTitanFeedName,
    excludedIds: readonly string[],
    limit: number,
    maxDelaySeconds = 86_400,
  ): Promise<PolledAccount[]> {
    const { dueAt, isEnabled } = FEEDS[feed];
    const dueSettings = await this.manager
      .createQueryBuilder(AccountSettings, 'settings')
      .innerJoinAndSelect('settings.account', 'account')
      .where(
        `(settings.${dueAt} is null or settings.${dueAt} <= now()
          or settings.${dueAt} > now() + make_interval(secs => :maxDelaySeconds))`,
        { maxDelaySeconds },
      )
      .andWhere(`${isEnabled} and settings.active and account.isActive`)
      .andWhere(`account.status = 'active'`)
      .andWhere(
        `account.serviceTitanTenant is not null and settings.serviceTitanClientId is not null
          and settings.sealedServiceTitanClientSecret is not null`,
      )
      .andWhere('settings.accountId <> all(:except)', { except: [...excludedIds] })
      .orderBy(`settings.${DUE_PROPERTIES[feed]}`, 'ASC', 'NULLS FIRST')
      .limit(limit)
      .getMany();
    return dueSettings.flatMap((settings) => (settings.account ? [{ account: settings.account, settings }] : []));
  }

  /**
   * Stores the calls on a page and the new cursor atomically. For an existing call, only adds what ServiceTitan
   * has learned since. Doesn't store anything if another worker has moved the cursor, or if the account has since been
   * reconnected, disconnected or turned off.
   * @param account the account as of when the page was requested
   * @returns the number of new calls, or `null` if nothing was stored
   */
  storePage(account: PolledAccount, cursor: string | null, page: PolledPage): Promise<number | null> {
    return this.manager.transaction(async (manager) => {
      const isMoved = await moveCursor(manager, 'calls', account, cursor, page);
      return isMoved ? insertCalls(manager, account.account.id, page.calls) : null;
    });
  }

  async postpone(feed: ServiceTitanFeedName, accountId: string, delayMs: number): Promise<void> {
    await this.rows(
      `update account_settings set ${FEEDS[feed].dueAt} = now() + make_interval(secs => $2::float8) where account_id = $1`,
      [accountId, delayMs / 1_000],
    );
  }

  /**
   * Restarts a feed at a given time because ServiceTitan rejected the cursor. Counting earlier calls starts over.
   */
  async restartFrom(feed: ServiceTitanFeedName, accountId: string, cursor: string, time: Date): Promise<void> {
    const columns = FEEDS[feed];
    await this.rows(
      `
      with restarted as (
        update account_settings set ${columns.cursor} = $3, ${columns.dueAt} = now()
        where account_id = $1 and ${columns.cursor} = $2 returning account_id
      )
      update call_imports set calls = 0, seconds = 0
      where account_id in (select account_id from restarted) and state = 'counting' and $4 = 'earlier calls'`,
      [accountId, cursor, time.toISOString(), feed],
    );
  }

  /** @param fromServiceTitan whether to include calls from ServiceTitan, which would fail while it isn't set up */
  async queueReceivedCalls(limit: number, fromServiceTitan: boolean): Promise<number> {
    return this.countRows(
      `
      with due as (
        select id from calls where state = 'received' and run_after <= now() and ($2 or source <> 'servicetitan')
          order by run_after limit $1 for update skip locked
      )
      update calls set state = 'queued', updated_at = now() from due where calls.id = due.id returning calls.id`,
      [limit, fromServiceTitan],
    );
  }
}

/**
 * Moves a feed's cursor, in the transaction that stores the page. Locks the account before its settings, like all other
 * transactions. Waits for a concurrent tenant change.
 * @returns false if the page must not be stored: see `ServiceTitanPollsRepository.storePage`
 */
export async function moveCursor(
  manager: EntityManager,
  feed: ServiceTitanFeedName,
  { account, settings }: PolledAccount,
  cursor: string | null,
  page: FeedPage,
): Promise<boolean> {
  const columns = FEEDS[feed];
  const enabledAccount = await row(
    manager,
    `
    select id from accounts where id = $1 and service_titan_tenant = $2 and is_active and status = 'active' for share`,
    [account.id, account.serviceTitanTenant],
  );
  if (!enabledAccount) return false;
  const moved = await row(
    manager,
    `
    update account_settings settings set ${columns.cursor} = $2,
      ${columns.readAt} = case when $6 then now() else ${columns.readAt} end,
      ${columns.dueAt} = now() + make_interval(secs => case when $6 then $7::float8 else 0 end)
    where account_id = $1 and ${columns.cursor} is not distinct from $3
      and service_titan_environment = $4 and service_titan_client_id = $5 and ${columns.isEnabled} and active
    returning account_id`,
    [
      account.id,
      page.continueFrom,
      cursor,
      settings.serviceTitanEnvironment,
      settings.serviceTitanClientId,
      page.isLast,
      page.delaySeconds,
    ],
  );
  return moved !== undefined;
}

// ServiceTitan overrides names spoken on the call, but not names that were sent or corrected.
const KEEPS_AGENT = `excluded.agent_id is null or calls.agent_source in ('given', 'corrected')`;
const AGENT_ID = `case when ${KEEPS_AGENT} then calls.agent_id else excluded.agent_id end`;
const AGENT_SOURCE = `case when ${KEEPS_AGENT} then calls.agent_source else excluded.agent_source end`;
const latestValueSql = (column: string, name: keyof Call): string =>
  `case when '${name}' = any(calls.corrected_details) then calls.${column} else coalesce(excluded.${column}, calls.${column}) end`;
const JOB_ID = latestValueSql('job_id', 'jobId');
const CUSTOMER_NAME = latestValueSql('customer_name', 'customerName');
// Keeps the keys of both numbers, which a user may have corrected. See `listPartyKeys`.
const PARTY_KEYS = `case when excluded.customer_id is null then calls.party_keys
  else array_remove(calls.party_keys, 'id:' || calls.customer_id) || ('id:' || excluded.customer_id) end`;
const FIELD_COLUMNS = SERVICE_TITAN_FIELD_NAMES.map(columnName);
const qualifyColumns = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${column}`).join(', ');

/**
 * Adds new calls, and new details to existing ones.
 * @param isImport makes new calls wait until `CallImportsRepository.queueNext` queues them
 * @returns the number of new calls
 */
export async function insertCalls(
  manager: EntityManager,
  accountId: string,
  calls: readonly PolledCall[],
  isImport = false,
): Promise<number> {
  // A statement can change a row only once, so a call's last occurrence on the page is used.
  const latestCalls = [...new Map(calls.map((call) => [call.externalId, call])).values()];
  if (latestCalls.length === 0) return 0;
  const names = new Set(latestCalls.flatMap(({ agentName }) => agentName ?? []));
  const agentIds = await findOrCreateAgents(manager, accountId, [...names]);
  const callRows = latestCalls.map((call) => ({
    ...call,
    agentId: call.agentName && agentIds.get(call.agentName),
    partyKeys: listPartyKeys(call),
  }));
  const stored = await rows<{ id: string; isNew: boolean }>(
    manager,
    `
    insert into calls (account_id, source, external_id, lead_call_id, direction, from_number, to_number, customer_name,
      job_id, customer_id, party_keys, agent_id, agent_source, occurred_at, ${FIELD_COLUMNS.join(', ')}, state, skip_reason, is_import, run_after)
    select $1, 'servicetitan', "externalId", "externalId", "direction", "fromNumber", "toNumber", "customerName",
      "jobId", "customerId", "partyKeys", "agentId", case when "agentId" is not null then 'servicetitan' end, "occurredAt",
      ${SERVICE_TITAN_FIELD_NAMES.map((name) => `"${name}"`).join(', ')},
      case when "hasRecording" or "isAbandoned" then 'queued' else 'received' end,
      case when "isAbandoned" then 'abandoned' end, nullif($3, false),
      case when $3 then timestamptz '${IMPORT_WAITS_UNTIL}' else now() end + make_interval(secs => case when "hasRecording" or "isAbandoned" then 0 else ${FIRST_RECORDING_CHECK_SECONDS} end)
    from jsonb_to_recordset($2) as call ("externalId" text, "direction" text, "fromNumber" text, "toNumber" text,
      "customerName" text, "jobId" text,
      "customerId" text, "partyKeys" text[], "agentId" uuid, "occurredAt" timestamptz, "hasRecording" boolean, "isAbandoned" boolean,
      ${SERVICE_TITAN_FIELD_NAMES.map((name) => `"${name}" text`).join(', ')})
    where not exists (
      select from (values ($1::uuid, 'servicetitan', "externalId", null)) polled
        (account_id, source, external_id, idempotency_key) where ${isDeletedSql('polled')})
    on conflict (account_id, source, external_id) where external_id is not null do update set
      job_id = ${JOB_ID}, customer_id = coalesce(excluded.customer_id, calls.customer_id),
      customer_name = ${CUSTOMER_NAME},
      party_keys = ${PARTY_KEYS},
      agent_id = ${AGENT_ID}, agent_source = ${AGENT_SOURCE},
      (${FIELD_COLUMNS.join(', ')}) = (${qualifyColumns('excluded', FIELD_COLUMNS)}),
      run_after = case when calls.state = 'received' and excluded.state = 'queued' then now() else calls.run_after end,
      updated_at = now()
    where (calls.job_id, calls.customer_id, calls.customer_name, calls.agent_id, calls.agent_source,
        ${qualifyColumns('calls', FIELD_COLUMNS)}) is distinct from (${JOB_ID}, coalesce(excluded.customer_id, calls.customer_id),
        ${CUSTOMER_NAME}, ${AGENT_ID}, ${AGENT_SOURCE}, ${qualifyColumns('excluded', FIELD_COLUMNS)})
      or (calls.state = 'received' and excluded.state = 'queued')
    returning id, xmax = 0 as "isNew"`,
    [accountId, JSON.stringify(callRows), isImport],
  );
  const newIds = stored.filter(({ isNew }) => isNew).map(({ id }) => id);
  if (newIds.length === 0) return 0;
  // The insertion may have waited for the deletion of one of these calls, which only a later statement sees.
  const deleted = await rows(
    manager,
    `delete from calls where id = any($1::uuid[]) and ${isDeletedSql('calls')} returning id`,
    [newIds],
  );
  // A search would compute each waiting call's document, and a long import leaves many calls waiting.
  if (isImport) await rows(manager, 'select call_search_refresh(id) from unnest($1::uuid[]) id', [newIds]);
  return newIds.length - deleted.length;
}
