import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import { Call } from '@ringwell/database/calls/call.entity';
import { toPartyKeys } from '@ringwell/database/calls/insert-queued-calls';

export async function makeCall(
  dataSource: DataSource,
  accountId: string,
  overrides: Partial<Call> = {},
): Promise<Call> {
  const call = dataSource.manager.create(Call, {
    id: randomUUID(),
    accountId,
    source: 'n8n',
    recordingKey: `recordings/${accountId}/none`,
    partyKeys: toPartyKeys(overrides),
    ...overrides,
  });
  await dataSource.manager.insert(Call, call);
  return call;
}

/** Creates calls, oldest first. */
export async function makeCalls(dataSource: DataSource, accountId: string, count: number): Promise<void> {
  await dataSource.query(
    `
    insert into calls (account_id, source, recording_key, run_after)
    select $1, 'n8n', 'recordings/none', now() - make_interval(secs => $2 - number) from generate_series(1, $2::int) number`,
    [accountId, count],
  );
}
