// Checks this container's process: the api through its readiness check, a worker through its metrics port.
const { PORT = '3000', HOST, WORKER_METRICS_PORT = '9101', METRICS_HOST } = process.env;

/** @param {string | undefined} host the host that the process listens on; unset or wildcard means every address */
const toUrlHost = (host) => {
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** @param {string} url */
const respondsOk = async (url) => (await fetch(url)).ok;

const urls = [
  `http://${toUrlHost(HOST)}:${PORT}/api/health/ready`,
  `http://${toUrlHost(METRICS_HOST)}:${WORKER_METRICS_PORT}/live`,
];
process.exitCode = await Promise.any(urls.map(respondsOk)).then(
  (isHealthy) => (isHealthy ? 0 : 1),
  () => 1,
);
