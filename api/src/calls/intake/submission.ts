import { createHash } from 'node:crypto';

import type { CallDetailsDto } from '../dto/call-details.dto';
import type { InspectedRecording } from './recording-inspection';

/** A call as it was handed in, checked: with its recording, or with the address to fetch it from. */
export interface Submission {
  details: CallDetailsDto;
  recording?: InspectedRecording;
}

/** SHA-256 over everything that was handed in: equal for the same call sent again, whatever the order of its fields. */
export function requestHashOf({ details, recording }: Submission): string {
  const content = Object.entries({ ...details, recording: recording?.sha256 })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
