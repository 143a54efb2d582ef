export const RECORDING_EXPIRED = 'This recording was deleted under your retention policy.';
export const CALL_TOO_OLD =
  "This call can't be reprocessed: its recording or transcript was deleted under your retention policy.";
export const TRANSCRIPT_EXPIRED =
  'This transcript was deleted under your retention policy. The summary and label are kept.';
