import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Creates the process's Prometheus registry, with the default metrics of Node.js. Every sample has the label `service`.
 */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
