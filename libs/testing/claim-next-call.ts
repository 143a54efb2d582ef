import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import { CallRunsRepository, type ClaimedCall, type Lease } from '@ringwell/database/calls/call-runs.repository';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';

/** Releases the due calls and claims the first one as a worker would. */
export async function claimNextCall(dataSource: DataSource): Promise<{ lease: Lease; claimed: ClaimedCall }> {
  const [lease] = await new DispatchRepository(dataSource).releaseDueCalls({ calls: 100, forBusyAccounts: 100 });
  const claimed = lease && (await new CallRunsRepository(dataSource.manager).claim(lease, randomUUID()));
  if (!claimed) throw new Error('The call is not due.');
  return { lease, claimed };
}
