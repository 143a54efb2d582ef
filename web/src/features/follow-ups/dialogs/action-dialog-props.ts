import type { FollowUp, FollowUpChange } from '../../../api/types';

export interface ActionDialogProps {
  followUp: FollowUp;
  onAnswer: (change: FollowUpChange, assigneeName?: string) => void;
  onSnooze: () => void;
  onClose: () => void;
}
