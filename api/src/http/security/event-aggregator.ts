export interface RepeatableEvent {
  /** Shared by identical events. */
  key: string;
  /** Combines additional events from the same network once it has caused too many distinct events. */
  networkKey: string;
  /** Combines all additional events once there are too many distinct events in total. */
  overflowKey: string;
}

/** Identical events, with the timestamps of the first and last one in milliseconds since 1970. */
export interface AggregatedEvent<T> {
  event: T;
  /** The key under which the event was counted. */
  level: 'key' | 'networkKey' | 'overflowKey';
  count: number;
  firstAtMs: number;
  lastAtMs: number;
}

interface Entry<T> extends AggregatedEvent<T> {
  dueAtMs: number;
}

// How often an event's repeats are written, as one entry.
const REPEAT_INTERVAL_MS = 60_000;

/**
 * Aggregates identical events to limit the table's growth. The first event is due immediately, and its repeats are due
 * together a minute later. The number of distinct events per minute is limited, both per network and in total.
 * Additional events are counted together.
 */
export class EventAggregator<T extends RepeatableEvent> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly networkCounts = new Map<string, number>();

  /** @param merge returns the event that represents two combined events; by default, the later event */
  constructor(
    private readonly limits: { distinct: number; perNetwork: number },
    private readonly merge: (earlier: T, later: T) => T = (_earlier, later) => later,
  ) {}

  add(event: T, nowMs: number): void {
    const level = this.chooseLevel(event);
    const key = `${level} ${event[level]}`;
    const existingEntry = this.entries.get(key);
    if (existingEntry) {
      const isFirst = existingEntry.count === 0;
      if (isFirst) existingEntry.firstAtMs = nowMs;
      existingEntry.event = isFirst ? event : this.merge(existingEntry.event, event);
      existingEntry.count += 1;
      existingEntry.lastAtMs = nowMs;
      return;
    }
    this.entries.set(key, { event, level, count: 1, firstAtMs: nowMs, lastAtMs: nowMs, dueAtMs: nowMs });
    if (level === 'key') this.networkCounts.set(event.networkKey, (this.networkCounts.get(event.networkKey) ?? 0) + 1);
  }

  /** @returns the events to write now; all events if `flushAll` is set */
  takeDue(nowMs: number, flushAll = false): AggregatedEvent<T>[] {
    const dueEvents: AggregatedEvent<T>[] = [];
    for (const [key, entry] of this.entries) {
      if (entry.dueAtMs > nowMs && !flushAll) continue;
      if (entry.count === 0) this.remove(key, entry);
      else {
        const { event, level, count, firstAtMs, lastAtMs } = entry;
        dueEvents.push({ event, level, count, firstAtMs, lastAtMs });
        entry.count = 0;
        entry.dueAtMs = nowMs + REPEAT_INTERVAL_MS;
      }
    }
    return dueEvents;
  }

  private chooseLevel(event: T): Entry<T>['level'] {
    if (this.entries.has(`key ${event.key}`)) return 'key';
    if (this.entries.size >= this.limits.distinct)
      return this.entries.has(`networkKey ${event.networkKey}`) ? 'networkKey' : 'overflowKey';
    return (this.networkCounts.get(event.networkKey) ?? 0) < this.limits.perNetwork ? 'key' : 'networkKey';
  }

  private remove(key: string, { event, level }: Entry<T>): void {
    this.entries.delete(key);
    if (level !== 'key') return;
    const remainingCount = (this.networkCounts.get(event.networkKey) ?? 1) - 1;
    if (remainingCount > 0) this.networkCounts.set(event.networkKey, remainingCount);
    else this.networkCounts.delete(event.networkKey);
  }
}
