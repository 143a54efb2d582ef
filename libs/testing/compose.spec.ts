import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

import { SETTINGS } from '@ringwell/platform/config/environment-settings';

interface Service {
  image: string;
  command?: unknown;
  entrypoint?: unknown;
  healthcheck?: unknown;
  env_file?: string;
  networks?: string[];
  network_mode?: string;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  read_only?: boolean;
  mem_limit?: string;
  pids_limit?: number;
  profiles?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  ports?: string[];
  depends_on?: string[] | Record<string, { required?: boolean }>;
}

const ROOT = join(__dirname, '../..');
const readRootFile = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const TEXT = readRootFile('docker-compose.yml');
const compose = parse(TEXT, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, null>;
};
const services = Object.entries(compose.services);
const volumes = services.flatMap(([, { volumes: mounted = [] }]) => mounted.map((volume) => volume.split(':')));

// Variables that only docker-compose.yml reads from .env, or passes to ops/worker.sh.
const COMPOSE_ONLY = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'GRAFANA_PASSWORD', 'WORKER_MEMORY', 'OLLAMA_MEMORY'];
const WORKER_SCRIPT = ['LOCAL_WHISPER_MODEL', 'LOCAL_OLLAMA_MODEL', 'MODEL'];
// Settings that only the scripts read.
const MODELS_SERVICE = ['MODELS_BASE_URL', 'HTTPS_PROXY', 'NO_PROXY'];

describe('docker-compose.yml', () => {
  it("follows the Compose specification's schema", () => {
    const schema = JSON.parse(readRootFile('node_modules/dclint/schemas/compose.schema.json')) as object;
    // Ajv does not support this schema's meta-schema, so it is not validated.
    const ajv = addFormats(new Ajv({ strict: false, allErrors: true, validateSchema: false }));
    ajv.validate(schema, compose);
    expect(ajv.errors ?? []).toEqual([]);
  });

  it('only makes services depend on services that start together with them', () => {
    const getProfiles = (name: string): string[] => compose.services[name]?.profiles ?? [];
    for (const [name, { depends_on: dependencies = [] }] of services) {
      const required = Array.isArray(dependencies)
        ? dependencies
        : Object.keys(dependencies).filter((service) => dependencies[service]?.required !== false);
      for (const dependency of required) {
        expect(Object.keys(compose.services)).toContain(dependency);
        const profiles = getProfiles(dependency);
        expect(profiles).toEqual(profiles.length === 0 ? [] : getProfiles(name));
      }
    }
  });

  it('explains every profile in its first lines', () => {
    const documentedNames = [...TEXT.matchAll(/^# - ([a-z0-9-]+): /gm)].map(([, name]) => name);
    const profiles = services.flatMap(([, { profiles: names = [] }]) => names);
    expect([...new Set(profiles)].sort()).toEqual(documentedNames);
  });

  it("pins third-party image versions, and publishes all ports except Caddy's on this machine only", () => {
    for (const [name, { image, ports = [] }] of services) {
      if (image !== 'ringwell') expect(image).toMatch(/:v?\d/);
      if (name !== 'caddy') for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('lets the API listen on every address of its container, regardless of HOST in .env', () => {
    expect(compose.services['api']?.environment).toHaveProperty('HOST', '');
  });

  it('grants containers only the permissions they need, and limits every container', () => {
    for (const [name, service] of services) {
      expect({ name, ...service }).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        read_only: !['n8n', 'local-whisper'].includes(name),
        mem_limit: expect.anything() as string,
        pids_limit: expect.anything() as number,
      });
      expect(service.cap_add).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined);
    }
  });

  it('lets only the product reach the stores, whose network is otherwise isolated', () => {
    expect(compose.networks['stores']).toEqual({ internal: true });
    for (const [name, { networks, network_mode: mode }] of services)
      expect(networks === undefined ? mode : networks.every((network) => network in compose.networks)).toBe(
        name === 'database' ? 'none' : true,
      );
    const connectedNames = services.filter(([, { networks }]) => networks?.includes('stores')).map(([name]) => name);
    expect(connectedNames.sort()).toEqual(['api', 'migrate', 'postgres', 'redis', 'worker']);
    for (const name of ['postgres', 'redis']) expect(compose.services[name]?.networks).toEqual(['stores']);
  });

  it('gives the product its own PostgreSQL role instead of the superuser', () => {
    const { environment = {}, depends_on: dependencies = {} } = compose.services['migrate'] ?? {};
    expect(environment['DATABASE_URL']).toMatch(/^postgres:\/\/ringwell:/);
    expect(Object.keys(dependencies)).toContain('database');
    expect(compose.services['postgres']?.environment).not.toHaveProperty('POSTGRES_USER'); // its default is postgres
    const socketServices = services.filter(([, { volumes: mounted = [] }]) =>
      mounted.some((volume) => volume.startsWith('postgres-socket:')),
    );
    expect(socketServices.map(([name]) => name)).toEqual(['postgres', 'database']);
  });

  it('exposes no passwords in process arguments', () => {
    for (const [, { command, entrypoint, healthcheck }] of services)
      expect(JSON.stringify({ command, entrypoint, healthcheck })).not.toMatch(
        /(?<!\$)\$\{?\w*(PASSWORD|SECRET|KEY|URL)/,
      );
  });

  it("passes .env only to the product, without Grafana's password", () => {
    const settingsServices = services.filter(([, { env_file: file }]) => file !== undefined);
    expect(settingsServices.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
    for (const [, { environment }] of settingsServices) expect(environment).toHaveProperty('GRAFANA_PASSWORD', '');
  });

  it('passes all settings for engine selection and worker memory to the models service, but no secrets', () => {
    const { environment = {}, mem_limit: memory, volumes: mounted, env_file: file } = compose.services['models'] ?? {};
    const source = readRootFile('scripts/lib/models/choose-models.mjs');
    const engineSettings = [...source.matchAll(/'((?:TRANSCRIPTION|DEEPGRAM|SHERPA|ANALYSIS)_[A-Z_]+)'/g)].map(
      ([, name = '']) => name,
    );
    expect(engineSettings.length).toBeGreaterThan(5);
    for (const name of [
      ...engineSettings,
      'MODELS',
      'TRANSCRIPTION_ENGINE',
      'ANALYSIS_ENGINE',
      'TRANSCRIPTION_LANGUAGE',
    ])
      expect(environment).toHaveProperty(name);
    for (const [name, value] of Object.entries(environment))
      if (name.endsWith('_KEY')) expect(value).toBe(`\${${name}:+is set}`);
    expect(file).toBeUndefined();
    expect(memory).toBe(compose.services['worker']?.mem_limit);
    expect(mounted).toEqual(['models:/models']);
  });

  it('pins the stores to the same digests as in Kubernetes', () => {
    const manifest = readRootFile('ops/kubernetes/single/stores.yaml');
    for (const name of ['postgres', 'redis']) {
      const image = compose.services[name]?.image ?? '';
      expect(image).toMatch(/:\d+\.\d+[\d.]*-bookworm@sha256:[0-9a-f]{64}$/);
      expect(manifest).toContain(`image: ${image}\n`);
    }
  });

  it('mounts files that exist and volumes that it declares', () => {
    const sources = volumes.map(([source = '']) => source);
    expect(sources.filter((source) => source.startsWith('.') && !existsSync(join(ROOT, source)))).toEqual([]);
    const namedVolumes = sources.filter((source) => !source.startsWith('.'));
    expect([...new Set(namedVolumes)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it("only uses the product's or Compose's variables", () => {
    const knownNames = new Set([
      ...Object.keys(SETTINGS),
      'NODE_ENV',
      ...COMPOSE_ONLY,
      ...WORKER_SCRIPT,
      ...MODELS_SERVICE,
    ]);
    const usedNames = [...TEXT.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    const passedNames = services
      .filter(([, { image }]) => image === 'ringwell')
      .flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect([...usedNames, ...passedNames].filter((name) => !knownNames.has(name))).toEqual([]);
  });

  it("lets Prometheus query the API's and the worker's metrics ports, and Grafana query Prometheus", () => {
    const { METRICS_PORT, WORKER_METRICS_PORT } = compose.services['api']?.environment ?? {};
    const prometheus = parse(readRootFile('ops/prometheus.yml')) as {
      rule_files: string[];
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const targets = prometheus.scrape_configs.flatMap(({ dns_sd_configs: configs }) =>
      configs.map(({ names, port }) => [names, port]),
    );
    expect(targets).toEqual([
      [['api'], METRICS_PORT],
      [['worker'], WORKER_METRICS_PORT],
    ]);
    const mounted = volumes.map(([, target]) => target);
    for (const rules of prometheus.rule_files) expect(mounted).toContain(`/etc/prometheus/${rules}`);
    const source = parse(readRootFile('ops/grafana/datasources/prometheus.yml')) as { datasources: { url: string }[] };
    expect(source.datasources.map(({ url }) => url)).toEqual(['http://prometheus:9090']);
    const dashboards = parse(readRootFile('ops/grafana/dashboards/ringwell.yml')) as {
      providers: { options: { path: string } }[];
    };
    expect(mounted).toContain(`${dashboards.providers[0]?.options.path}/dashboard.json`);
  });
});
