// Order matters, because most browsers also name the browsers they're compatible with.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Readable name of a browser, such as Safari on iPhone. */
export function browserName(userAgent: string | null): string {
  const findName = (names: typeof BROWSERS): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [findName(BROWSERS), findName(SYSTEMS)];
  if (browser === undefined) return system ?? 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
