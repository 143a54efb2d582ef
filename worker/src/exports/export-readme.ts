export interface ExportFacts {
  productName: string;
  /** The company, or the owner's email address. */
  accountName: string;
  /** `2026-03-31 10:05:00`, in the time zone. */
  startedAt: string;
  timeZone: string;
  calls: number;
}

/** Explains the files of an export. Uses Windows line endings. */
export function exportReadme({ productName, accountName, startedAt, timeZone, calls }: ExportFacts): string {
  return [
    `Everything in the ${productName} account ${accountName}`,
    '',
    `Started: ${startedAt} (${timeZone})`,
    `Calls: ${calls.toLocaleString('en-US')}. Calls that arrived later, or were deleted in the meantime, are not included.`,
    '',
    'calls.csv',
    `  A row for each call, latest first, for spreadsheets: UTF-8, times in ${timeZone}. Cells that a spreadsheet would`,
    '  treat as a formula start with an apostrophe.',
    '',
    'transcripts.jsonl',
    '  A line of JSON for each call with a transcript, in the order of calls.csv: callId, externalId (the ID that your',
    '  system sent), startedAt and receivedAt (UTC), engine, language, speakersGuessed, quality, and segments with speaker,',
    '  startMs, endMs, text and, where known, confidence. The words are as stored: where your settings say so, card numbers',
    '  and the like are replaced.',
    '',
    'recordings/',
    `  A file for each recording that is available, in a folder for each month. Names start with date and time`,
    `  (${timeZone}) and end in the callId of transcripts.jsonl.`,
    '',
    'This file contains personal data of your customers. Keep it encrypted, and delete it when you no longer need it.',
    '',
  ].join('\r\n');
}
