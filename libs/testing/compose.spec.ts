import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

import { SETTINGS } from '@ringwell/platform/config/settings';

interface Service {
  image: string;
  profiles?: string[];
  environment?: Record<string, string | number>;
  volumes?: string[];
  ports?: string[];
  depends_on?: string[] | Record<string, { required?: boolean }>;
}

const ROOT = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const TEXT = read('docker-compose.yml');
const compose = parse(TEXT, { merge: true }) as { services: Record<string, Service>; volumes: Record<string, null> };
const services = Object.entries(compose.services);
const volumes = services.flatMap(([, { volumes: mounted = [] }]) => mounted.map((volume) => volume.split(':')));

// What only docker-compose.yml reads from .env, or gives to ops/worker.sh.
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'GRAFANA_PASSWORD'];
const OF_WORKER_SCRIPT = ['LOCAL_WHISPER_MODEL', 'LOCAL_OLLAMA_MODEL', 'MODEL'];

describe('docker-compose.yml', () => {
  it("follows the schema of Compose's specification", () => {
    const schema = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json')) as object;
    // The schema names its own by an address that Ajv does not know.
    const ajv = addFormats(new Ajv({ strict: false, allErrors: true, validateSchema: false }));
    ajv.validate(schema, compose);
    expect(ajv.errors ?? []).toEqual([]);
  });

  it('lets services depend only on those that start with them', () => {
    const profilesOf = (name: string): string[] => compose.services[name]?.profiles ?? [];
    for (const [name, { depends_on: needed = [] }] of services) {
      const required = Array.isArray(needed)
        ? needed
        : Object.keys(needed).filter((one) => needed[one]?.required !== false);
      for (const other of required) {
        expect(Object.keys(compose.services)).toContain(other);
        const profiles = profilesOf(other);
        expect(profiles).toEqual(profiles.length === 0 ? [] : profilesOf(name));
      }
    }
  });

  it('explains every profile at its top', () => {
    const explained = [...TEXT.matchAll(/^# - ([a-z0-9-]+): /gm)].map(([, name]) => name);
    const profiles = services.flatMap(([, { profiles: names = [] }]) => names);
    expect([...new Set(profiles)].sort()).toEqual(explained);
  });

  it('names versions of the images of others, and publishes ports on this machine only, except those of Caddy', () => {
    for (const [name, { image, ports = [] }] of services) {
      if (image !== 'ringwell') expect(image).toMatch(/:v?\d/);
      if (name !== 'caddy') for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('mounts files that exist and volumes that it declares', () => {
    const sources = volumes.map(([source = '']) => source);
    expect(sources.filter((source) => source.startsWith('.') && !existsSync(join(ROOT, source)))).toEqual([]);
    const named = sources.filter((source) => !source.startsWith('.'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('uses only variables that the product has or that are of Compose', () => {
    const known = new Set([...Object.keys(SETTINGS), 'NODE_ENV', ...OF_COMPOSE, ...OF_WORKER_SCRIPT]);
    const read = [...TEXT.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    const given = services
      .filter(([, { image }]) => image === 'ringwell')
      .flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect([...read, ...given].filter((name) => !known.has(name))).toEqual([]);
  });

  it('lets Prometheus ask the ports on which api and worker serve metrics, and Grafana ask Prometheus', () => {
    const { METRICS_PORT, WORKER_METRICS_PORT } = compose.services['api']?.environment ?? {};
    const prometheus = parse(read('ops/prometheus.yml')) as {
      rule_files: string[];
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const targets = prometheus.scrape_configs.flatMap(({ dns_sd_configs: targetsOf }) =>
      targetsOf.map(({ names, port }) => [names, port]),
    );
    expect(targets).toEqual([
      [['api'], METRICS_PORT],
      [['worker'], WORKER_METRICS_PORT],
    ]);
    const mounted = volumes.map(([, target]) => target);
    for (const rules of prometheus.rule_files) expect(mounted).toContain(`/etc/prometheus/${rules}`);
    const source = parse(read('ops/grafana/datasources/prometheus.yml')) as { datasources: { url: string }[] };
    expect(source.datasources.map(({ url }) => url)).toEqual(['http://prometheus:9090']);
    const dashboards = parse(read('ops/grafana/dashboards/ringwell.yml')) as {
      providers: { options: { path: string } }[];
    };
    expect(mounted).toContain(`${dashboards.providers[0]?.options.path}/dashboard.json`);
  });
});
