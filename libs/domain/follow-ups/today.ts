import { plural } from '../text/plural';
import { formatTime } from '../time';

/** How many follow-ups an office has left and how many customers it has reached. */
export interface TodayProgress {
  today: number;
  later: number;
  older: number;
  snoozed: number;
  /** When the next snoozed follow-up returns. */
  backAt: Date | null;
  /** Customers reached today. */
  calledBack: number;
}

const NUMBER_WORDS = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * Describes how the day went and how many follow-ups are left.
 * @param isDayOver whether the office has closed for the day
 * @param opensAt when the office opens again, if it stays closed all day
 * @returns null while today's customers are still waiting and the office is open
 */
export function describeToday(
  progress: TodayProgress,
  { isDayOver, opensAt }: { isDayOver: boolean; opensAt: Date | null },
  timeZone: string,
): { title: string; text: string } | null {
  const { today, calledBack } = progress;
  if (today > 0 && !isDayOver) return null;
  const timing =
    opensAt === null ? 'still to call' : `to call when you open ${formatTime(opensAt, timeZone, 'weekdayTime')}`;
  return {
    title: today === 0 ? describeFinished(calledBack) : describeUnfinished(calledBack, today, timing),
    text: describeRemaining(progress, timeZone),
  };
}

function describeFinished(calledBack: number): string {
  if (calledBack === 0) return 'All caught up';
  if (calledBack === 1) return "Today's customer has been called back";
  if (calledBack === 2) return 'Both have been called back';
  return `All ${NUMBER_WORDS[calledBack - 3] ?? calledBack.toLocaleString('en-US')} have been called back`;
}

function describeUnfinished(calledBack: number, today: number, timing: string): string {
  return calledBack === 0
    ? `${plural(today, 'customer')} ${timing}`
    : `${calledBack.toLocaleString('en-US')} called back, ${today.toLocaleString('en-US')} ${timing}`;
}

function describeRemaining({ today, later, snoozed, backAt, older }: TodayProgress, timeZone: string): string {
  const remaining = [
    ...(later > 0 ? [`${later.toLocaleString('en-US')} due after today`] : []),
    ...(snoozed > 0 && backAt
      ? [
          `${snoozed.toLocaleString('en-US')} snoozed, the next one until ${formatTime(backAt, timeZone, 'weekdayTime')}`,
        ]
      : []),
    ...(older > 0 ? [`${older.toLocaleString('en-US')} from before today`] : []),
  ];
  if (remaining.length > 0) return `Remaining: ${remaining.join('; ')}.`;
  return today === 0 ? 'No one is waiting for a call.' : 'Nothing else is waiting.';
}
