// `URL` normalizes all other notations of these hosts.
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}
