import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';

import { API_SECRETS } from './api-secrets';
import { loadConfig, loadWorkerConfig } from './load-config';

const UNSET_SECRETS = Object.fromEntries(API_SECRETS.map((name) => [name, '']));

it('does not load API secrets for workers', () => {
  const stores = { DATABASE_URL: 'postgres://localhost/ringwell', REDIS_URL: 'redis://localhost:6379' };
  const workerSettings = { ...stores, SECRETS_KEY: TEST_KEY };
  expect(() => loadConfig(workerSettings)).toThrow('SESSION_KEY: must be set');
  const config = loadWorkerConfig({ ...workerSettings, SESSION_KEY: TEST_SESSION_KEY, OIDC_CLIENT_SECRET: 'x' });
  expect(Object.keys(config).filter((name) => name in UNSET_SECRETS)).toEqual([]);
});

it('does not pass API secrets to workers in Docker Compose and Kubernetes', () => {
  const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string> }>;
  };
  expect(compose.services.worker?.environment).toMatchObject(UNSET_SECRETS);
  expect(compose.services.api?.environment).not.toHaveProperty('SESSION_KEY');
  const deployment = parse(readFileSync('ops/kubernetes/base/worker.yaml', 'utf8')) as {
    spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
  };
  const [container] = deployment.spec.template.spec.containers;
  expect(Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? [])).toEqual(UNSET_SECRETS);
});
