import { setImmediate } from 'node:timers/promises';

import { Gauge, type Registry } from 'prom-client';

import { CALL_STATES, isFinalCallState, type CallState } from '@ringwell/domain/calls/call';

export interface CallCounts {
  /** Non-final states; states without calls may be missing. */
  counts: Partial<Record<CallState, number>>;
  oldestQueuedAgeSeconds: number;
  /** Whether PostgreSQL only allows reads, as a standby or because its provider's disk is full. */
  isReadOnly: boolean;
}

export interface Backlog extends CallCounts {
  deliveries: { channel: string; state: string; count: number }[];
  /** Seconds since the oldest due delivery became due; 0 if none is due. */
  oldestDueDeliveryAgeSeconds: number;
  emails: { state: string; count: number }[];
  oldestDueMailAgeSeconds: number;
  emailsFailedLastHour: number;
  workers: number;
  slots: number;
}

const OPEN_STATES = CALL_STATES.filter((state) => !isFinalCallState(state));

/**
 * Backlog gauges, read from the database on each scrape. If the database doesn't respond, `onError` is called with the
 * error, `ringwell_database_up` is 0, and the others are omitted.
 */
export class BacklogGauges {
  private reading?: Promise<Backlog | undefined>;

  constructor(
    private readonly registry: Registry,
    private readonly read: () => Promise<Backlog>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.addLabeledGauge('ringwell_calls', 'Unfinished calls by state.', ['state'], ({ counts }) =>
      OPEN_STATES.map((state) => ({ state, count: counts[state] ?? 0 })),
    );
    this.addGauge(
      'ringwell_oldest_queued_call_age_seconds',
      'Seconds that the oldest due call has been waiting for a worker. 0 if no call is waiting.',
      (backlog) => backlog?.oldestQueuedAgeSeconds,
    );
    this.addLabeledGauge(
      'ringwell_deliveries',
      'Unfinished deliveries by channel and state.',
      ['channel', 'state'],
      ({ deliveries }) => deliveries,
    );
    this.addLabeledGauge('ringwell_mails', 'Unfinished emails by state.', ['state'], ({ emails }) => emails);
    this.addGauge(
      'ringwell_oldest_due_delivery_age_seconds',
      'Seconds by which the oldest due delivery is late. 0 if none is due.',
      (backlog) => backlog?.oldestDueDeliveryAgeSeconds,
    );
    this.addGauge(
      'ringwell_oldest_due_mail_age_seconds',
      'Seconds that the oldest unsent email has been waiting, including for a retry. 0 if none is waiting.',
      (backlog) => backlog?.oldestDueMailAgeSeconds,
    );
    this.addGauge(
      'ringwell_mails_failed_last_hour',
      'Emails that failed permanently in the last hour.',
      (backlog) => backlog?.emailsFailedLastHour,
    );
    this.addGauge('ringwell_workers', 'Workers with a recent heartbeat.', (backlog) => backlog?.workers);
    this.addGauge(
      'ringwell_worker_slots',
      'Calls that these workers can process in parallel.',
      (backlog) => backlog?.slots,
    );
    this.addGauge(
      'ringwell_database_up',
      '1 if PostgreSQL responded to this process on this scrape and allows writes, otherwise 0.',
      (backlog) => (backlog && !backlog.isReadOnly ? 1 : 0),
    );
  }

  // Shares one query among all gauges in a scrape.
  private readonly readOnce = (): Promise<Backlog | undefined> => {
    // Delayed so that this process's connection gauges don't count the query's own connection.
    this.reading ??= setImmediate()
      .then(() => this.read())
      .catch((error: unknown) => {
        this.onError(error);
        return undefined;
      })
      .finally(() => {
        this.reading = undefined;
      });
    return this.reading;
  };

  // `undefined` omits the gauge; otherwise it would repeat the last value or report 0.
  private addGauge(name: string, help: string, value: (backlog: Backlog | undefined) => number | undefined): void {
    const { readOnce } = this;
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const current = value(await readOnce());
        this.remove();
        if (current !== undefined) this.set(current);
      },
    });
  }

  private addLabeledGauge(
    name: string,
    help: string,
    labelNames: string[],
    getCounts: (backlog: Backlog) => (Record<string, string | number> & { count: number })[],
  ): void {
    const { readOnce } = this;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const current = await readOnce();
        this.reset();
        for (const { count, ...labels } of current ? getCounts(current) : []) this.set(labels, count);
      },
    });
  }
}
