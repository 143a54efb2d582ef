// Container engines: Docker, or Podman and Buildah, which don't need a daemon.
import { runCommand } from '../processes/command.mjs';

/**
 * @typedef {object} Engine
 * @property {string} name for the terminal
 * @property {string[]} command that subcommands such as `run` are appended to
 * @property {string[]} build build command that options and the folder are appended to
 */

/** @type {Engine} */
const DOCKER = { name: 'Docker', command: ['docker'], build: ['docker', 'build', '--network', 'host'] };

/**
 * Also works inside a container or small VM, where there's no systemd to provide cgroups and build namespaces aren't
 * allowed. Uses Docker's format because OCI doesn't have health checks.
 * @type {Engine}
 */
const PODMAN = {
  name: 'Podman',
  command: ['podman', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'],
  build: ['buildah', 'bud', '--layers', '--format', 'docker', '--isolation', 'chroot', '--network', 'host'],
};

/**
 * Returns Docker if its daemon responds, otherwise Podman, which may not be installed yet.
 * @param {AbortSignal} signal @returns {Promise<Engine>}
 */
export async function chooseEngine(signal) {
  const { code } = await runCommand('docker', ['info'], { signal });
  return code === 0 ? DOCKER : PODMAN;
}
