/** More than any honest load has within a window; it bounds the memory that strangers can make us use. */
const MAX_KEYS = 20_000;

/** What was counted under one key, and how long until counting starts anew. */
export interface HitWindow {
  hits: number;
  msLeft: number;
}

/** Counts within this process. A window begins with its first hit. */
export class LocalHits {
  private readonly windows = new Map<string, { hits: number; endsAtMs: number }>();

  constructor(private readonly maxKeys = MAX_KEYS) {}

  /** @param nowMs on a clock that only goes forward */
  add(key: string, windowMs: number, nowMs = performance.now()): HitWindow {
    const known = this.windows.get(key);
    if (known && nowMs < known.endsAtMs) {
      known.hits += 1;
      return { hits: known.hits, msLeft: known.endsAtMs - nowMs };
    }
    this.windows.delete(key); // so that it goes to the end, as the youngest
    const [oldest] = this.windows.keys();
    if (oldest !== undefined && this.windows.size >= this.maxKeys) this.windows.delete(oldest);
    this.windows.set(key, { hits: 1, endsAtMs: nowMs + windowMs });
    return { hits: 1, msLeft: windowMs };
  }
}
