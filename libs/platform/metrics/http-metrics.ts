import { Histogram, type Registry } from 'prom-client';

export interface CompletedRequest {
  method: string;
  /** The pattern, such as `/api/calls/:id`, never the path, because each label value creates a time series. */
  route: string;
  status: number;
  durationSeconds: number;
}

export class HttpMetrics {
  private readonly durations: Histogram<'method' | 'route' | 'status'>;

  constructor(registry: Registry) {
    this.durations = new Histogram({
      name: 'ringwell_http_request_duration_seconds',
      help: 'Duration of HTTP requests in seconds, from the request headers to the end of the response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
      registers: [registry],
    });
  }

  observe({ durationSeconds, status, ...labels }: CompletedRequest): void {
    this.durations.observe({ ...labels, status: String(status) }, durationSeconds);
  }
}
