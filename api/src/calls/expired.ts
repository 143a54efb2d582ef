/** For people: where the operator lets recordings and transcripts go after a while. */
export const RECORDING_EXPIRED =
  'The recording of this call was removed, as recordings are kept for a limited time here.';
export const CALL_TOO_OLD =
  'This call is too old to be processed again, as recordings and transcripts are kept for a limited time here.';
export const TRANSCRIPT_EXPIRED =
  'The transcript of this call was removed, as transcripts are kept for a limited time here. Summary and label stay.';
