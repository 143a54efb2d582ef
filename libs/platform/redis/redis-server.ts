import type { WorkerConfig } from '../config/environment-settings';

/** A Redis address: a server or, with `sentinels`, the name of the primary that they monitor. */
export interface RedisServer {
  url: string;
  sentinels?: { addresses: { host: string; port: number }[]; name: string; password?: string };
}

type RedisConfig = Pick<
  WorkerConfig,
  'REDIS_URL' | 'REDIS_SENTINELS' | 'REDIS_SENTINEL_NAME' | 'REDIS_SENTINEL_PASSWORD'
>;

export function readRedisServer(config: RedisConfig): RedisServer {
  const addresses = config.REDIS_SENTINELS.map((address) => {
    const [host = '', port] = address.split(':');
    return { host, port: Number(port) };
  });
  if (addresses.length === 0) return { url: config.REDIS_URL };
  const { REDIS_SENTINEL_NAME: name, REDIS_SENTINEL_PASSWORD: password } = config;
  return { url: config.REDIS_URL, sentinels: { addresses, name, password } };
}
