export const DEFAULT_TIME_ZONE = 'UTC';

const DAY_MS = 86_400_000;

/** Matches a date as YYYY-MM-DD, even one that doesn't exist. */
export const DAY = /^\d{4}-\d{2}-\d{2}$/;

// Names only, because an offset such as +05:00 would be wrong for half the year.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Whether the text is an IANA time zone, such as America/New_York. */
export function isTimeZone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const WEEKDAY_AND_TIME = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

const FORMATS = {
  /** Tue, Mar 31, 10:12 AM EDT */
  dateTime: WEEKDAY_AND_TIME,
  /** Tue, Mar 31, 2026, 10:12 AM EDT */
  fullDateTime: { ...WEEKDAY_AND_TIME, year: 'numeric' },
  /** Mar 31, 2026 */
  date: { dateStyle: 'medium' },
  /** 2026 */
  year: { year: 'numeric' },
  /** 10:12 AM EDT */
  timeWithZone: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  /** Tue 10:12 AM */
  weekdayTime: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  /** 10:12 AM */
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** @param timeZone an IANA name */
export function formatTime(date: Date, timeZone: string, format: keyof typeof FORMATS): string {
  const key = `${format} ${timeZone}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { ...FORMATS[format], timeZone });
  formatters.set(key, formatter);
  return formatter.format(date).replaceAll('\u202F', ' '); // ICU puts a narrow no-break space before AM and PM
}

/** Formats a length or a position in a recording: `1:04`, or `1:02:03` for an hour or more. */
export function formatDuration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const [hours, minutes, remainingSeconds] = [
    Math.floor(wholeSeconds / 3_600),
    Math.floor((wholeSeconds % 3_600) / 60),
    wholeSeconds % 60,
  ];
  const secondsText = String(remainingSeconds).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${secondsText}` : `${minutes}:${secondsText}`;
}

/** Number of calendar days between two times, negative if the second one is on an earlier day. */
export function countDaysApart(earlier: Date, later: Date, timeZone: string): number {
  const toDayStart = (at: Date): number => Date.parse(at.toLocaleDateString('sv-SE', { timeZone })); // 2026-03-31
  return (toDayStart(later) - toDayStart(earlier)) / DAY_MS;
}
