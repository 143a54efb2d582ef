import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseAllDocuments } from 'yaml';

import { SETTINGS } from '@ringwell/platform/config/environment-settings';
import { loadConfig } from '@ringwell/platform/config/load-config';
import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';

import { findSchemaErrors, findUnknownFields } from './check-objects';
import { KUBERNETES_FOLDER, renderOverlay, type KubernetesObject } from './render-overlay';

interface Container {
  name: string;
  image: string;
  env?: { name: string }[];
  ports?: { name: string }[];
  securityContext?: object;
  volumeMounts?: { name: string; mountPath: string }[];
  resources: { requests: { memory?: string }; limits: { memory?: string } };
  readinessProbe?: { httpGet?: { port: string } };
  livenessProbe?: { httpGet?: { port: string } };
  lifecycle?: object;
}

interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: { securityContext: { runAsNonRoot?: boolean }; containers: Container[]; volumes?: { name: string }[] };
}

const OVERLAYS = ['single', 'production', 'production-keda'];

const getSpec = (object: KubernetesObject) => object.spec as Record<string, unknown>;
const getPodTemplate = (object: KubernetesObject) => getSpec(object).template as PodTemplate;
const isWorkload = ({ kind }: KubernetesObject): boolean => ['Deployment', 'StatefulSet', 'Job'].includes(kind);

function renderWithKubectl(folder: string): KubernetesObject[] | undefined {
  try {
    const output = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    return parseAllDocuments(output).map((document) => document.toJS() as KubernetesObject);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const indexByName = (objects: KubernetesObject[]): Record<string, KubernetesObject> =>
  Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));

describe.each(OVERLAYS)('ops/kubernetes/%s', (overlay) => {
  const objects = renderOverlay(join(KUBERNETES_FOLDER, overlay));
  const workloads = objects.filter(isWorkload);

  it('matches the schemas that Kubernetes and KEDA publish', () => {
    expect(findSchemaErrors(objects)).toEqual([]);
  });

  it('matches the output of kubectl', () => {
    const rendered = renderWithKubectl(join(KUBERNETES_FOLDER, overlay));
    expect(Object.keys(indexByName(objects))).toHaveLength(objects.length);
    expect(indexByName(rendered ?? objects)).toEqual(indexByName(objects)); // most machines have no kubectl
  });

  it('only uses existing settings, with valid values', () => {
    const settings = indexByName(objects)['ConfigMap ringwell-settings']?.data as Record<string, string>;
    expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([]);
    const secrets = {
      DATABASE_URL: 'postgres://ringwell:password@ringwell-postgres:5432/ringwell',
      REDIS_URL: 'redis://:password@ringwell-redis:6379',
      SECRETS_KEY: TEST_KEY,
      SESSION_KEY: TEST_SESSION_KEY,
    };
    const config = loadConfig({ NODE_ENV: 'production', ...settings, ...secrets });
    for (const workload of workloads)
      for (const { name, ports = [] } of getPodTemplate(workload).spec.containers)
        if (name === 'api' || name === 'worker')
          expect(ports).toContainEqual({
            name: 'metrics',
            containerPort: name === 'api' ? config.METRICS_PORT : config.WORKER_METRICS_PORT,
          });
    const hasSharedStorage = overlay === 'single' || config.S3_BUCKET !== undefined;
    expect(hasSharedStorage).toBe(true);
  });

  it('runs every container as an unprivileged user, with limits and only with files that exist', () => {
    for (const workload of workloads) {
      const { spec, metadata } = getPodTemplate(workload);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      const selector = getSpec(workload).selector as { matchLabels: Record<string, string> } | undefined;
      if (selector) expect(metadata.labels).toMatchObject(selector.matchLabels);
      const claims = (getSpec(workload).volumeClaimTemplates ?? []) as KubernetesObject[];
      const volumes = [...(spec.volumes ?? []), ...claims.map((claim) => claim.metadata)].map(({ name }) => name);
      for (const { volumeMounts = [], resources, securityContext, ports = [], ...probes } of spec.containers) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          readOnlyRootFilesystem: true,
        });
        expect(volumeMounts.filter(({ name }) => !volumes.includes(name))).toEqual([]);
        expect(resources.requests.memory && resources.limits.memory).toBeDefined();
        for (const probe of [probes.livenessProbe, probes.readinessProbe])
          if (probe?.httpGet) expect(ports.map(({ name }) => name)).toContain(probe.httpGet.port);
      }
    }
  });

  it('lets only the ingress controller reach the API, and does not trust all private addresses', () => {
    const { spec } = indexByName(objects)['NetworkPolicy ringwell-api-ingress'] as unknown as {
      spec: { ingress: { from?: object[] }[] };
    };
    expect(spec.ingress.map(({ from }) => from)).toEqual([
      [{ namespaceSelector: expect.anything() as object, podSelector: expect.anything() as object }],
    ]);
    const { data } = indexByName(objects)['ConfigMap ringwell-settings'] as unknown as { data: Record<string, string> };
    // A single pod network, because the controller has no fixed address.
    const [, prefix] = /^10\.\d+\.\d+\.0\/(\d+)$/.exec(data['TRUST_PROXY'] ?? '') ?? [];
    expect(Number(prefix)).toBeGreaterThanOrEqual(16);
  });

  it('only references existing objects', () => {
    const labels = workloads.map((workload) => getPodTemplate(workload).metadata.labels);
    const hasMatchingPod = (selector: Record<string, string>): boolean =>
      labels.some((podLabels) => Object.entries(selector).every(([name, value]) => podLabels[name] === value));
    for (const service of objects.filter(({ kind }) => kind === 'Service'))
      expect(hasMatchingPod(getSpec(service).selector as Record<string, string>)).toBe(true);
    for (const budget of objects.filter(({ kind }) => kind === 'PodDisruptionBudget'))
      expect(hasMatchingPod((getSpec(budget).selector as { matchLabels: Record<string, string> }).matchLabels)).toBe(
        true,
      );
    const scalers = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject');
    expect(scalers).toHaveLength(overlay === 'single' ? 0 : 1);
    for (const scaler of scalers) {
      const { name } = getSpec(scaler).scaleTargetRef as { name: string };
      const target = workloads.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
      expect(getSpec(target as KubernetesObject)).not.toHaveProperty('replicas');
    }
  });
});

it('runs the product on a single machine with the same PostgreSQL role as the scripts, not as the superuser', () => {
  const objects = indexByName(renderOverlay(join(KUBERNETES_FOLDER, 'single')));
  const readScript = (name: string): string =>
    readFileSync(join(KUBERNETES_FOLDER, '../../scripts/lib/databases', name), 'utf8');
  expect(objects['ConfigMap ringwell-product-role']?.data).toEqual({
    'product-role.sh': readScript('product-role.sh'),
    'product-role.sql': readScript('product-role.sql'),
  });
  const [postgres] = getPodTemplate(objects['StatefulSet ringwell-postgres'] as KubernetesObject).spec.containers;
  expect(postgres?.env?.map(({ name }) => name)).not.toContain('POSTGRES_USER'); // its default is postgres
  expect(JSON.stringify(postgres?.lifecycle)).toContain('/ringwell/product-role.sh');
});

it('only has fields that Kubernetes and KEDA support', () => {
  expect(findUnknownFields(OVERLAYS.flatMap((overlay) => renderOverlay(join(KUBERNETES_FOLDER, overlay))))).toEqual([]);
});

it('reports a field unknown to Kubernetes and a value that it does not accept', () => {
  const [deployment] = renderOverlay(join(KUBERNETES_FOLDER, 'production')).filter(({ kind }) => kind === 'Deployment');
  if (!deployment) throw new Error('There is no deployment.');
  const misspelled = { ...deployment, spec: { ...getSpec(deployment), replics: 3 } };
  expect(findUnknownFields([misspelled])).toEqual([expect.stringContaining('replics')]);
  const invalidDeployment = { ...deployment, spec: { ...getSpec(deployment), replicas: 'three' } };
  expect(findSchemaErrors([invalidDeployment])).toEqual([expect.stringContaining('must be integer')]);
});
