import { setTimeout as sleep } from 'node:timers/promises';

import type { ChaosWorld } from './chaos-world';

/** Long enough for a run's backlog, and for work that only ends when a lease or time limit expires. */
const IDLE_TIMEOUT_MS = 900_000;
const POLL_MS = 1_000;
const REPORT_KINDS = ['reports', 'unreportedMinutes'];

async function countOpenWork({ faultWorld, vendors }: ChaosWorld): Promise<Record<string, number>> {
  const [openCounts] = await faultWorld.query<Record<string, number>>(`select
    (select count(*)::int from calls where state in ('received', 'queued', 'released', 'running')) as calls,
    (select count(*)::int from deliveries where state not in ('sent', 'failed', 'dead', 'suppressed')) as messages,
    (select count(*)::int from deleted_calls) as "deletedCalls",
    (select count(*)::int from meter_outbox where state <> 'sent') as reports,
    (select coalesce(sum(floor(minutes)), 0)::int from (
      select sum(minutes) as minutes from usage_records group by account_id) account) as minutes`);
  const { minutes = 0, ...counts } = openCounts ?? {};
  const reportedMinutes = vendors.stripe.meter.events.reduce((sum, { value }) => sum + Number(value), 0);
  return { ...counts, unreportedMinutes: minutes - reportedMinutes };
}

async function skipDelays({ faultWorld }: ChaosWorld): Promise<void> {
  await faultWorld.query(
    `update calls set run_after = now() where state in ('received', 'queued') and run_after > now()`,
  );
  await faultWorld.query(`update connections set paused_until = null where paused_until is not null`);
  await faultWorld.query(`update deliveries set run_after = now()
    where state in ('pending', 'retry', 'unknown') and lease_until is null and run_after > now()`);
  await faultWorld.query(`update meter_outbox set run_after = now() where state <> 'sent' and run_after > now()`);
}

/**
 * Waits until all processes are running and no work remains.
 * @param withReports also waits until Stripe has all minutes, which the leader reports once a minute
 * @returns the work left when time runs out, such as `3 calls`
 */
export async function settle(world: ChaosWorld, { withReports = true } = {}): Promise<string[]> {
  await world.fleet.waitUntilReady();
  const deadline = performance.now() + IDLE_TIMEOUT_MS;
  for (;;) {
    await skipDelays(world);
    const unfinished = Object.entries(await countOpenWork(world)).filter(
      ([kind, count]) => count > 0 && (withReports || !REPORT_KINDS.includes(kind)),
    );
    if (unfinished.length === 0) return [];
    if (performance.now() > deadline) return unfinished.map(([kind, count]) => `${count} ${kind}`);
    await sleep(POLL_MS);
  }
}
