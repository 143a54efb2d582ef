const DAY_MS = 86_400_000;
const [MONDAY, THURSDAY] = [1, 4];

/** Returns the holidays when most US offices are closed, as YYYY-MM-DD. Doesn't shift those that fall on a weekend. */
export function usHolidays(year: number): string[] {
  return [
    formatDay(year, 1, 1), // New Year's Day
    findLastMondayOfMay(year), // Memorial Day
    formatDay(year, 7, 4), // Independence Day
    findNthWeekday(year, 9, MONDAY, 1), // Labor Day
    findNthWeekday(year, 11, THURSDAY, 4), // Thanksgiving
    formatDay(year, 12, 25), // Christmas
  ];
}

function formatDay(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

function findNthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const firstWeekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return formatDay(year, month, 1 + ((weekday - firstWeekday + 7) % 7) + (nth - 1) * 7);
}

function findLastMondayOfMay(year: number): string {
  const firstOfJune = Date.parse(findNthWeekday(year, 6, MONDAY, 1));
  return new Date(firstOfJune - 7 * DAY_MS).toISOString().slice(0, 10);
}
