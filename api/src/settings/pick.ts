export function pick<T extends object, K extends keyof T>(source: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.filter((name) => name in source).map((name) => [name, source[name]])) as Pick<T, K>;
}
