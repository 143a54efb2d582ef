// Far more keys than legitimate traffic uses within a window. Limits the memory that an attacker can fill.
const MAX_KEYS = 20_000;

export interface HitWindow {
  hits: number;
  msLeft: number;
}

/** Counts hits within this process, in fixed windows that begin with a key's first hit. */
export class LocalHitCounter {
  private readonly windows = new Map<string, { hits: number; endsAtMs: number }>();

  constructor(private readonly maxKeys = MAX_KEYS) {}

  /** @param nowMs the time on a monotonic clock */
  add(key: string, windowMs: number, nowMs = performance.now()): HitWindow {
    const window = this.windows.get(key);
    if (window && nowMs < window.endsAtMs) {
      window.hits += 1;
      return { hits: window.hits, msLeft: window.endsAtMs - nowMs };
    }
    this.windows.delete(key); // appends new entries, which keeps the map ordered by age
    const [oldestKey] = this.windows.keys();
    if (oldestKey !== undefined && this.windows.size >= this.maxKeys) this.windows.delete(oldestKey);
    this.windows.set(key, { hits: 1, endsAtMs: nowMs + windowMs });
    return { hits: 1, msLeft: windowMs };
  }

  remove(key: string): void {
    const window = this.windows.get(key);
    if (window && window.hits > 0) window.hits -= 1;
  }
}
