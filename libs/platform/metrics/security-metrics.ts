import { Counter, type Registry } from 'prom-client';

export class SecurityMetrics {
  private readonly rejectedSignIns: Counter<'method'>;
  private readonly rejectedRequests: Counter<'kind'>;

  constructor(registry: Registry) {
    this.rejectedSignIns = new Counter({
      name: 'ringwell_refused_sign_ins_total',
      help: 'Rejected sign-ins by presented credential.',
      labelNames: ['method'],
      registers: [registry],
    });
    this.rejectedRequests = new Counter({
      name: 'ringwell_refused_requests_total',
      help: 'Requests rejected for security reasons, by kind of security event.',
      labelNames: ['kind'],
      registers: [registry],
    });
  }

  /** @param method the presented credential */
  countRejection(kind: string, method = 'none'): void {
    if (kind === 'sign_in') this.rejectedSignIns.inc({ method });
    else this.rejectedRequests.inc({ kind });
  }
}
