/** Omit the minutes for calls of several accounts. */
export function deadlineMessage(processingTimeoutMinutes?: number): string {
  return `Processing took longer than ${limitText(processingTimeoutMinutes)} and was stopped. Start it again, or raise the limit in the settings.`;
}

function limitText(minutes: number | undefined): string {
  if (minutes === undefined) return "the account's time limit";
  return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}
