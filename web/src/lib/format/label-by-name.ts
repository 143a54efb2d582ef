import { CALL_LABEL_NAMES, CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

export function labelByName(name: string): CallLabel | undefined {
  return CALL_LABELS.find((label) => CALL_LABEL_NAMES[label] === name);
}
