import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import { Call } from '@ringwell/database/calls/call.entity';

export async function makeCall(dataSource: DataSource, userId: string, overrides: Partial<Call> = {}): Promise<Call> {
  const call = dataSource.manager.create(Call, {
    id: randomUUID(),
    userId,
    source: 'n8n',
    recordingKey: `recordings/${userId}/none`,
    ...overrides,
  });
  await dataSource.manager.insert(Call, call);
  return call;
}

/** The first call is the oldest. */
export async function makeCalls(dataSource: DataSource, userId: string, count: number): Promise<void> {
  await dataSource.query(
    `
    insert into calls (user_id, source, recording_key, run_after)
    select $1, 'n8n', 'recordings/none', now() - make_interval(secs => $2 - number) from generate_series(1, $2::int) number`,
    [userId, count],
  );
}
