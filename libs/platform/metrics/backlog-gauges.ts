import { Gauge, type Registry } from 'prom-client';

import { CachedReading } from './cached-reading';

export interface Backlog {
  deliveries: { channel: string; state: string; count: number }[];
  /** Seconds since the oldest due delivery became due; 0 if none is due. */
  oldestDueDeliveryAgeSeconds: number;
  emails: { state: string; count: number }[];
  oldestDueMailAgeSeconds: number;
  emailsFailedLastHour: number;
  workers: number;
  slots: number;
}

/**
 * Backlog gauges, read from the database on each scrape. If the database doesn't respond, `ringwell_database_up` is 0
 * and the others are omitted.
 */
export class BacklogGauges {
  private readonly backlog: CachedReading<Backlog>;

  constructor(
    private readonly registry: Registry,
    read: () => Promise<Backlog>,
    onError: (error: unknown) => void,
  ) {
    this.backlog = new CachedReading(read, onError);
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
      '1 if PostgreSQL responded to this process on this scrape, otherwise 0.',
      (backlog) => (backlog ? 1 : 0),
    );
  }

  // `undefined` omits the gauge; otherwise it would repeat the last value or report 0.
  private addGauge(name: string, help: string, value: (backlog: Backlog | undefined) => number | undefined): void {
    const { backlog } = this;
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const current = value(await backlog.get());
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
    const { backlog } = this;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const current = await backlog.get();
        this.reset();
        for (const { count, ...labels } of current ? getCounts(current) : []) this.set(labels, count);
      },
    });
  }
}
