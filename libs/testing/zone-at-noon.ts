/** Returns a time zone where it's between noon and 1 PM, so that tests don't run close to midnight. */
export function getZoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
