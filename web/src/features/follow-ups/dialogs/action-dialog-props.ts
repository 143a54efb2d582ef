import type { FollowUp, FollowUpChange } from '../../../api/types';

export interface ActionDialogProps {
  followUp: FollowUp;
  /** Resolves once the change has been saved or has failed. */
  onSave: (change: FollowUpChange, assigneeName?: string) => Promise<void>;
  onSnooze: () => void;
  onClose: () => void;
}
