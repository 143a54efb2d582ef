import { Gauge, type Registry } from 'prom-client';

import { CALL_STATES, isFinalCallState, type CallState } from '@ringwell/domain/call';

import { SharedReading } from './shared-reading';

/** How the calls stand at the moment of a scrape. */
export interface CallCensus {
  /** Of the states that are not final; one without calls may be left out. */
  counts: Partial<Record<CallState, number>>;
  /** 0 when none is queued. */
  oldestQueuedAgeSeconds: number;
}

const OPEN_STATES = CALL_STATES.filter((state) => !isFinalCallState(state));

/**
 * Gauges that are read from the database when Prometheus asks. When the database does not answer they are left out of the
 * scrape, which still gives everything else; the failure is told to `onError`.
 */
export class CallGauges {
  constructor(registry: Registry, read: () => Promise<CallCensus>, onError: (error: unknown) => void) {
    const census = new SharedReading(read, onError);
    new Gauge({
      name: 'ringwell_calls',
      help: 'Calls that are not finished, by state.',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const counts = (await census.get())?.counts;
        this.reset();
        for (const state of counts ? OPEN_STATES : []) this.set({ state }, counts?.[state] ?? 0);
      },
    });
    new Gauge({
      name: 'ringwell_oldest_queued_call_age_seconds',
      help: 'Time that the oldest queued call has waited; 0 when none waits.',
      registers: [registry],
      async collect() {
        const age = (await census.get())?.oldestQueuedAgeSeconds;
        // Without a value the gauge would repeat the last one, or claim 0.
        this.remove();
        if (age !== undefined) this.set(age);
      },
    });
  }
}
