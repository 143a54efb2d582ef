import { Counter, Histogram, type Registry } from 'prom-client';

import { FINAL_CALL_STATES } from '@ringwell/domain/calls/call';
import type { CallLabel } from '@ringwell/domain/calls/call-label';
import type { DeliveryState } from '@ringwell/domain/deliveries/delivery';

import { withSpan } from '../tracing/span';

export class PipelineMetrics {
  private readonly stepDurations: Histogram<'step'>;
  private readonly providerErrors: Counter<'provider' | 'code'>;
  private readonly calls: Counter<'state'>;
  private readonly labels: Counter<'label'>;
  private readonly runFailures: Counter<'code'>;
  private readonly deliveries: Counter<'channel' | 'state'>;

  constructor(registry: Registry) {
    this.stepDurations = new Histogram({
      name: 'ringwell_step_duration_seconds',
      help: 'Duration of processing steps in seconds, including failed steps.',
      labelNames: ['step'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900],
      registers: [registry],
    });
    this.providerErrors = new Counter({
      name: 'ringwell_provider_errors_total',
      help: 'Failed requests to transcription, analysis and delivery providers by code.',
      labelNames: ['provider', 'code'],
      registers: [registry],
    });
    this.calls = new Counter({
      name: 'ringwell_calls_total',
      help: 'Finished calls by final state.',
      labelNames: ['state'],
      registers: [registry],
    });
    // Prometheus counts increases from the first value that it sees.
    for (const state of FINAL_CALL_STATES) this.countFinishedCall(state, 0);
    this.labels = new Counter({
      name: 'ringwell_labeled_calls_total',
      help: 'Completed runs by label. Calls that need review are not counted under their guessed label.',
      labelNames: ['label'],
      registers: [registry],
    });
    this.runFailures = new Counter({
      name: 'ringwell_run_failures_total',
      help: 'Failed processing runs by code, including runs that are retried.',
      labelNames: ['code'],
      registers: [registry],
    });
    this.deliveries = new Counter({
      name: 'ringwell_deliveries_total',
      help: 'Delivery attempts by channel and resulting state.',
      labelNames: ['channel', 'state'],
      registers: [registry],
    });
  }

  /** Measures a step, and records it as a span. */
  async timeStep<T>(step: string, run: () => Promise<T>): Promise<T> {
    const end = this.stepDurations.startTimer({ step });
    try {
      return await withSpan(step, { attributes: { 'ringwell.step': step } }, run);
    } finally {
      end();
    }
  }

  countProviderError(provider: string, code: string): void {
    this.providerErrors.inc({ provider, code });
  }

  countRunFailure(code: string, count = 1): void {
    this.runFailures.inc({ code }, count);
  }

  countDelivery(channel: string, state: DeliveryState): void {
    this.deliveries.inc({ channel, state });
  }

  countFinishedCall(state: (typeof FINAL_CALL_STATES)[number], count = 1): void {
    this.calls.inc({ state }, count);
  }

  countLabel(label: CallLabel): void {
    this.labels.inc({ label });
  }
}
