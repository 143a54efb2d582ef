import { toBreaches, type Breach } from './breach';
import type { ChaosWorld } from './chaos-world';
import type { Traffic } from './traffic';

interface CallRow {
  id: string;
  state: string;
  attempts: number;
  errorCode: string | null;
  runNumber: number;
  /** Channels with a message about the call. */
  channels: string[];
}

const MAX_ATTEMPTS = 5;

/** Checks that no acknowledged call is lost, no deleted call remains, and each call ends as expected and is reported. */
export async function auditCalls({ faultWorld }: ChaosWorld, { deleted, keys }: Traffic): Promise<Breach[]> {
  const calls = await faultWorld.query<CallRow>(`
    select id, state, attempts, error_code as "errorCode", run_number as "runNumber",
      array(select distinct channel from deliveries where call_id = calls.id) as channels
    from calls`);
  const existingIds = new Set(calls.map(({ id }) => id));
  const findMissing = (channel: string, rows: readonly CallRow[]): string[] =>
    rows.filter(({ channels }) => !channels.includes(channel)).map(({ id }) => `${channel} of ${id}`);
  const completed = calls.filter(({ state }) => state === 'completed');
  return [
    ...toBreaches(
      'no acknowledged call is lost',
      faultWorld.acknowledged.map(({ id }) => id).filter((id) => !existingIds.has(id) && !deleted.has(id)),
    ),
    ...toBreaches(
      'a deleted call is gone',
      [...deleted].filter(([id, outcome]) => outcome === 'acknowledged' && existingIds.has(id)).map(([id]) => id),
    ),
    ...toBreaches(
      'each idempotency key identifies one call',
      keys.filter(({ ids }) => ids.size > 1).map(({ key, ids }) => `${key}: ${[...ids].join(' and ')}`),
    ),
    ...toBreaches(
      'a call completes, or fails after five attempts',
      calls
        .filter(({ state, attempts }) => state !== 'completed' && !(state === 'failed' && attempts >= MAX_ATTEMPTS))
        .map(({ id, state, attempts, errorCode }) => `${id} (${state}, attempt ${attempts}, ${errorCode ?? ''})`),
    ),
    ...toBreaches('the end of each call is reported', [
      ...findMissing('callback', calls),
      ...findMissing('webhook', completed),
      ...findMissing(
        'email',
        completed.filter(({ runNumber }) => runNumber === 1),
      ),
    ]),
  ];
}
