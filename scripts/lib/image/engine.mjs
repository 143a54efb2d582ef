// Container engines: Docker, or Podman and Buildah, which need no daemon.
import { runCommand } from '../processes/command.mjs';

/**
 * @typedef {object} Engine
 * @property {string} name for the terminal
 * @property {string[]} command of the program, to which its own arguments are added, such as `run`
 * @property {string[]} build command of a build, to which options and the folder are added
 */

/** @type {Engine} */
const DOCKER = { name: 'Docker', command: ['docker'], build: ['docker', 'build', '--network', 'host'] };

/**
 * Also works inside a container or a small virtual machine, where no systemd provides control groups, and namespaces
 * for a build are not allowed. Uses Docker's format, because OCI has no health check.
 * @type {Engine}
 */
const PODMAN = {
  name: 'Podman',
  command: ['podman', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'],
  build: ['buildah', 'bud', '--layers', '--format', 'docker', '--isolation', 'chroot', '--network', 'host'],
};

/**
 * The engine that works on this machine, installing Podman if necessary.
 * @param {AbortSignal} signal @returns {Promise<Engine>}
 */
export async function chooseEngine(signal) {
  const { code } = await runCommand('docker', ['info'], { signal });
  return code === 0 ? DOCKER : PODMAN;
}
