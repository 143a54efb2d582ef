import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

import { NestFactory } from '@nestjs/core';
import { Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

import { loadConfig } from '@ringwell/platform/config/load-config';
import { createLogger } from '@ringwell/platform/logging/create-logger';

import { WorkerModule } from '../../worker/src/worker.module';
import { useTestApi } from './start-api';
import { TEST_KEY, TEST_SESSION_KEY } from './test-keys';
import { testSettings } from './test-settings';

const RULES = readFileSync('ops/alerts.rules.yml', 'utf8');
const DASHBOARD = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')) as {
  panels: { type: string; title: string; targets?: { expr: string }[] }[];
};

const METRIC = /\b(?:ringwell|nodejs|process)_[a-z0-9_]+\b/g;
// A metric with label conditions: `name{label="value"}`.
const SELECTION = /\b((?:ringwell|nodejs|process)_[a-z0-9_]+)\{([^}]*)\}/g;
// Labels that Prometheus adds, or that the processes add to every sample.
const COMMON_LABELS = ['service', 'instance', 'job', 'le'];

const expressions = [...RULES.matchAll(/^ +expr: (?:>-\n((?: {10}.*\n)+)|(.*))/gm)].map(
  ([, folded, single]) => folded ?? single ?? '',
);
// The autoscalers' queries in ops/kubernetes.
const scalingQueries = ['prometheus-adapter.yaml', 'production-keda/scaled-object.yaml'].flatMap(
  (file) => readFileSync(`ops/kubernetes/${file}`, 'utf8').match(/(?<=(?:metricsQuery|query): ).*/g) ?? [],
);
const queries = [
  ...expressions,
  ...scalingQueries,
  ...DASHBOARD.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

// Queries use a histogram's series names.
const toMetricFamily = (name: string): string => name.replace(/^(.+_seconds)_(?:bucket|count|sum)$/, '$1');

describe('alert rules, dashboard and autoscalers', () => {
  const { api, database } = useTestApi();
  const exposedMetrics = new Map<string, string[]>();

  beforeAll(async () => {
    const config = loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: database.url,
      REDIS_URL: testSettings().redisUrl,
      QUEUE_PREFIX: `test-${randomUUID()}`,
      STORAGE_DIR: api.storageDir,
      SECRETS_KEY: TEST_KEY,
      SESSION_KEY: TEST_SESSION_KEY,
    });
    const worker = await NestFactory.createApplicationContext(
      WorkerModule.with(config, createLogger({ service: 'worker', level: 'fatal' })),
      { logger: false },
    );
    for (const registry of [api.app.get(Registry, { strict: false }), worker.get(Registry, { strict: false })]) {
      for (const { name, labelNames } of registry.getMetricsAsArray() as (MetricObjectWithValues<
        MetricValue<string>
      > & { labelNames?: string[] })[]) {
        exposedMetrics.set(name, labelNames ?? []);
      }
    }
    await worker.close();
  });

  it('only use metrics and labels that the processes expose', () => {
    const names = queries.flatMap((query) => query.match(METRIC) ?? []).map(toMetricFamily);
    expect(names.length).toBeGreaterThan(40);
    expect(scalingQueries).toHaveLength(2);
    expect([...new Set(names)].filter((name) => !exposedMetrics.has(name))).toEqual([]);
    const queriedLabels = queries.flatMap((query) =>
      [...query.matchAll(SELECTION)].flatMap(([, name = '', labels = '']) =>
        [...labels.matchAll(/([a-z_]+) *(?:=~|!~|!=|=)/g)].map(([, label = '']) => ({
          name: toMetricFamily(name),
          label,
        })),
      ),
    );
    expect(queriedLabels.length).toBeGreaterThan(10);
    expect(
      queriedLabels.filter(
        ({ name, label }) => ![...COMMON_LABELS, ...(exposedMetrics.get(name) ?? [])].includes(label),
      ),
    ).toEqual([]);
  });

  it('leave downloads out of the durations of read requests', async () => {
    const excludedRoute = new RegExp(`^(?:${/route!~"([^"]+)"/.exec(RULES)?.[1]})$`);
    const response = await fetch(`${api.url}/api/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, { get?: { responses: object } }> };
    const downloads = Object.keys(paths).filter((path) =>
      /"(?:audio|application\/zip|text\/csv|application\/x-ndjson)/.test(
        JSON.stringify(paths[path]?.get?.responses ?? {}),
      ),
    );
    expect(downloads).toContain('/api/calls/export.csv');
    expect(downloads.filter((path) => !excludedRoute.test(path))).toEqual([]);
  });

  it('quote lines that the processes log, as does the guide', () => {
    const guide = readFileSync('docs/operate/operations.md', 'utf8');
    const quotes = [...`${RULES}${guide}`.matchAll(/(["`])([a-z]+: [a-z\s]+)\1/g)].map(([, , quote = '']) =>
      quote.replaceAll(/\s+/g, ' '),
    );
    expect(quotes.length).toBeGreaterThan(7);
    const sources = globSync('{api,worker,libs}/**/*.ts', { exclude: ['**/*spec.ts'] }).map((file) =>
      readFileSync(file, 'utf8'),
    );
    expect(quotes.filter((quote) => !sources.some((source) => source.includes(`'${quote}`)))).toEqual([]);
  });

  it('describe each alert and what to do', () => {
    const alerts = RULES.split(/^ +- alert: /m).slice(1);
    expect(alerts).toHaveLength(expressions.length);
    expect(
      alerts.filter(
        (alert) =>
          !/severity: (critical|warning) /.test(alert) ||
          !/^ +summary: (?:>-\n +)?.{20,}$/m.test(alert) ||
          !/^ +action: (?:>-\n +)?.{20,}$/m.test(alert),
      ),
    ).toEqual([]);
  });
});
