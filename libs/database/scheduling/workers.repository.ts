import { BASIC_ENGINE, NO_RECOGNIZER } from '@ringwell/domain/calls/engine-note';

import { SqlRepository } from '../postgres/sql';
import { WORKER_ALIVE_SECONDS } from './dispatch.repository';
import { WorkerRow } from './worker.entity';

export class WorkersRepository extends SqlRepository {
  /** Records that a worker is alive, and deletes workers that have sent no heartbeat for a day. */
  async recordHeartbeat(worker: Pick<WorkerRow, 'id' | 'host' | 'slots' | 'engines' | 'version'>): Promise<void> {
    await this.rows(
      `
      insert into workers (id, host, slots, engines, version) values ($1, $2, $3, $4, $5)
      on conflict (id) do update set slots = excluded.slots, engines = excluded.engines, last_seen_at = now()`,
      [worker.id, worker.host, worker.slots, JSON.stringify(worker.engines), worker.version],
    );
    await this.rows(`delete from workers where last_seen_at < now() - interval '1 day'`);
  }

  /** Whether a live worker, or the last live one if all are down, can write summaries and follow a guideline's text. */
  async hasWriter(): Promise<boolean> {
    return this.hasRow(
      `
        select 1 from workers where engines ->> 'writer' is not null
          and last_seen_at > (select max(last_seen_at) from workers) - make_interval(secs => $1) limit 1`,
      [WORKER_ALIVE_SECONDS],
    );
  }

  /** Whether there are live workers, all with a better recognizer than the basic one. */
  async hasBetterRecognizer(): Promise<boolean> {
    const isBetter = await this.onlyValue<boolean | null>(
      `
      select bool_and(engines ->> 'transcription' not in ('${BASIC_ENGINE}', '${NO_RECOGNIZER}'))
      from workers where last_seen_at > now() - make_interval(secs => $1)`,
      [WORKER_ALIVE_SECONDS],
    );
    return isBetter === true;
  }

  async remove(workerId: string): Promise<void> {
    await this.manager.delete(WorkerRow, { id: workerId });
  }

  /** Lists workers that stopped responding in the last hour and have no successor on their host. */
  listUnresponsive(): Promise<Pick<WorkerRow, 'host' | 'lastSeenAt'>[]> {
    return this.rows(
      `
      select host, max(last_seen_at) as "lastSeenAt" from workers silent
      where last_seen_at between now() - interval '1 hour' and now() - make_interval(secs => $1)
        and not exists (select from workers next where next.host = silent.host and next.started_at > silent.last_seen_at)
      group by host order by host`,
      [WORKER_ALIVE_SECONDS],
    );
  }

  listAlive(): Promise<WorkerRow[]> {
    return this.rows<WorkerRow>(
      `
      select id, host, slots, engines, version, started_at as "startedAt", last_seen_at as "lastSeenAt" from workers
      where last_seen_at > now() - make_interval(secs => $1) order by started_at`,
      [WORKER_ALIVE_SECONDS],
    );
  }
}
