/** What a person reads on a call that took too long. Without minutes, for calls of several accounts at once. */
export function deadlineMessage(processingTimeoutMinutes?: number): string {
  return `Processing took longer than ${limitText(processingTimeoutMinutes)} and was stopped. Start it again, or raise the limit in the settings.`;
}

function limitText(minutes: number | undefined): string {
  if (minutes === undefined) return "the account's time limit";
  return minutes === 1 ? 'one minute' : `${minutes} minutes`;
}
