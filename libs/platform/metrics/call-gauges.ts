import { Gauge, type Registry } from 'prom-client';

import { CALL_STATES, isFinalCallState, type CallState } from '@ringwell/domain/calls/call';

import { CachedReading } from './cached-reading';

export interface CallCounts {
  /** Non-final states; states without calls may be missing. */
  counts: Partial<Record<CallState, number>>;
  oldestQueuedAgeSeconds: number;
}

const OPEN_STATES = CALL_STATES.filter((state) => !isFinalCallState(state));

/**
 * Gauges read from the database on each scrape. If the database doesn't respond, these gauges are omitted, the rest of
 * the scrape succeeds, and `onError` is called with the error.
 */
export class CallGauges {
  constructor(registry: Registry, read: () => Promise<CallCounts>, onError: (error: unknown) => void) {
    const callCounts = new CachedReading(read, onError);
    new Gauge({
      name: 'ringwell_calls',
      help: 'Unfinished calls by state.',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const counts = (await callCounts.get())?.counts;
        this.reset();
        for (const state of counts ? OPEN_STATES : []) this.set({ state }, counts?.[state] ?? 0);
      },
    });
    new Gauge({
      name: 'ringwell_oldest_queued_call_age_seconds',
      help: 'Seconds that the oldest due call has been waiting for a worker. 0 if no call is waiting.',
      registers: [registry],
      async collect() {
        const age = (await callCounts.get())?.oldestQueuedAgeSeconds;
        // Without a value, the gauge would repeat the last one or report 0.
        this.remove();
        if (age !== undefined) this.set(age);
      },
    });
  }
}
