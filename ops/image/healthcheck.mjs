// Whether the process of this container works: the api, or a worker, by the port of its metrics.
const { PORT = '3000', WORKER_METRICS_PORT = '9101' } = process.env;

/** @param {string} url */
const answers = async (url) => (await fetch(url)).ok;

const apiOrWorker = [`http://127.0.0.1:${PORT}/api/health/ready`, `http://127.0.0.1:${WORKER_METRICS_PORT}/live`];
process.exitCode = await Promise.any(apiOrWorker.map(answers)).then(
  (isHealthy) => (isHealthy ? 0 : 1),
  () => 1,
);
