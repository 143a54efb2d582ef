import type { EntityManager } from 'typeorm';

import { SERVICE_TITAN_FIELD_NAMES, type ServiceTitanField } from '@ringwell/domain/calls/service-titan-fields';

import { columnName } from '../postgres/column-name';
import { rows } from '../postgres/sql';

// Values that only occur in older calls are no longer offered as filters.
const MAX_SCANNED_CALLS = 5_000;
const MAX_LISTED_VALUES = 200;

/** Returns ServiceTitan's values for the account's latest calls, deduplicated and sorted alphabetically. */
export async function listServiceTitanFieldValues(
  manager: EntityManager,
  accountId: string,
): Promise<Record<ServiceTitanField, string[]>> {
  const columns = SERVICE_TITAN_FIELD_NAMES.map(columnName).join(', ');
  const fields = await rows<{ name: string; distinctValues: string[] }>(
    manager,
    `
    select name, array_agg(distinct value) as "distinctValues" from (
      select ${columns} from calls call where account_id = $1 and source = 'servicetitan'
      order by least(call.occurred_at, call.created_at) desc, id desc limit ${MAX_SCANNED_CALLS}) latest
      cross join lateral unnest($2::text[], array[${columns}]) as field (name, value)
    where value is not null group by name`,
    [accountId, SERVICE_TITAN_FIELD_NAMES],
  );
  const byName = (a: string, b: string): number => a.localeCompare(b, 'en');
  const valuesByName = new Map(
    fields.map((each) => [each.name, each.distinctValues.toSorted(byName).slice(0, MAX_LISTED_VALUES)]),
  );
  return Object.fromEntries(SERVICE_TITAN_FIELD_NAMES.map((name) => [name, valuesByName.get(name) ?? []])) as Record<
    ServiceTitanField,
    string[]
  >;
}
