import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * The process's Prometheus metrics, with those of Node.js itself (memory, event loop, garbage collection). Every sample
 * carries the label `service`.
 * @param service `api` or `worker`
 */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
