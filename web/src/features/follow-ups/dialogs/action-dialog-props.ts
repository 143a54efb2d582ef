import type { FollowUp, FollowUpChange } from '../../../api/types';

export interface ActionDialogProps {
  followUp: FollowUp;
  /** Resolves when the change was saved or could not be saved. */
  onAnswer: (change: FollowUpChange, assigneeName?: string) => Promise<void>;
  onSnooze: () => void;
  onClose: () => void;
}
