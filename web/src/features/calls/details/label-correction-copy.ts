import { FORMER_MEMBER } from '@ringwell/domain/accounts/user-display-name';

export const LABEL_CORRECTION_COPY = {
  wrong: 'This is wrong',
  set: 'Set the label',
  change: 'Change',
  undo: 'Undo',
  undone: 'Original label restored',
  undoFailed: "Couldn't undo the correction",
  corrected: (label: string) => `Label corrected to ${label}`,
  rule: 'Your rule',
  text: (judge: string, originalLabel: string, corrector: string | null, label: string, date: string) =>
    `${judge} said ${originalLabel}. ${corrector ?? FORMER_MEMBER} corrected it to ${label} on ${date}.`,
  dialog: {
    title: "What's the right label?",
    text: "Lists, counts and exports will use it. Alerts aren't sent again.",
    label: 'Customer happiness at the end of the call',
    missing: 'Choose a label.',
    why: 'Why',
    whyHint: 'Your team can see it, and your outgoing webhook includes it.',
    save: 'Save label',
    failed: "Couldn't save the label. Please try again.",
  },
} as const;
