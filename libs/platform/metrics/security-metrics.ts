import { Counter, type Registry } from 'prom-client';

export class SecurityMetrics {
  private readonly signIns: Counter<'method'>;
  private readonly refusals: Counter<'kind'>;

  constructor(registry: Registry) {
    this.signIns = new Counter({
      name: 'ringwell_refused_sign_ins_total',
      help: 'Sign-ins that were refused, by what was presented.',
      labelNames: ['method'],
      registers: [registry],
    });
    this.refusals = new Counter({
      name: 'ringwell_refused_requests_total',
      help: 'Requests that were refused for reasons of security, by kind of security event.',
      labelNames: ['kind'],
      registers: [registry],
    });
  }

  /** @param kind the kind of the security event @param method what was presented */
  countRefusal(kind: string, method = 'none'): void {
    if (kind === 'sign_in') this.signIns.inc({ method });
    else this.refusals.inc({ kind });
  }
}
