import { TestSystem, type SystemOptions } from './test-system';

interface FakeServer {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Options extends Omit<SystemOptions, 'env'> {
  /** Called once the servers have started, because the settings contain their addresses. */
  env?: () => Record<string, string>;
}

/**
 * Runs a system and its fake vendors for the enclosing suite. The object is populated before the suite's tests, so only
 * destructure it inside them.
 */
export function useTestSystem(servers: readonly FakeServer[] = [], { env, ...options }: Options = {}): TestSystem {
  const system = Object.create(TestSystem.prototype) as TestSystem;
  let isStarted = false;
  beforeAll(async () => {
    await Promise.all(servers.map((server) => server.start()));
    Object.assign(system, await TestSystem.start({ ...options, env: env?.() }));
    isStarted = true;
  });
  afterAll(async () => {
    if (isStarted) await system.stop();
    await Promise.all(servers.map((server) => server.stop()));
  });
  return system;
}
