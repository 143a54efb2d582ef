/** What a shared link shows: the summary, part of the recording with its transcript, or the whole call. */
export const SHARE_SCOPES = ['summary', 'clip', 'whole'] as const;
export type ShareScope = (typeof SHARE_SCOPES)[number];

export const SHARE_DAYS = [1, 7, 30] as const;
export type ShareDays = (typeof SHARE_DAYS)[number];

export const MAX_CLIP_SECONDS = 300;

/** Tells the user creating a link what its recipients will see. */
export const SHARE_SCOPE_TEXTS: Record<ShareScope, string> = {
  summary:
    "Customer's name, direction, time and length of the call, label with its quotes, summary and follow-up. " +
    'No phone number, transcript or recording. For a technician on the way, share the whole call: they need the ' +
    'number and the address.',
  clip:
    'This part of the recording, the words spoken in it, and the time of the call. ' +
    'No name or number, no label, no summary, nothing before or after it.',
  whole:
    "Customer's name and phone number, direction, time and length of the call, label with its quotes, summary, " +
    'follow-up, transcript and recording.',
};
