export interface ExportFacts {
  productName: string;
  /** The company, or the owner's email address. */
  accountName: string;
  /** `2026-03-31 10:05:00`, in `timeZone`. */
  startedAt: string;
  timeZone: string;
  calls: number;
}

/** Describes the files in an export. Uses Windows line endings. */
export function exportReadme({ productName, accountName, startedAt, timeZone, calls }: ExportFacts): string {
  return [
    `Export of the ${productName} account ${accountName}`,
    '',
    `Started: ${startedAt} (${timeZone})`,
    `Calls: ${calls.toLocaleString('en-US')}. Calls that arrived later or have since been deleted are not included.`,
    '',
    'calls.csv',
    `  One row per call, newest first, for spreadsheets: UTF-8, times in ${timeZone}. Cells that a spreadsheet would`,
    '  treat as a formula start with an apostrophe.',
    '',
    'transcripts.jsonl',
    '  One line of JSON per call with a transcript, in the same order as calls.csv: callId (its Call ID), externalId (the ID',
    '  that your system sent), startedAt and receivedAt (UTC), engine, language, speakersGuessed, quality, and segments with',
    '  speaker, startMs, endMs, text and, where known, confidence. Text appears as stored. If your settings call for it, card',
    '  numbers and similar details are redacted.',
    '',
    'recordings/',
    `  One file per available recording, in one folder per month. Names start with the date and time`,
    `  (${timeZone}) and end with the Call ID.`,
    '',
    "This file contains your customers' personal data. Keep it encrypted, and delete it when you no longer need it.",
    '',
  ].join('\r\n');
}
