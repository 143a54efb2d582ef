import { letterView } from '@ringwell/rules/weekly-letters/letter-view';
import type { TestDeliveryMessage } from '@ringwell/testing/make-delivery-message';
import { sampleLetter } from '@ringwell/testing/sample-letter';

import type { LetterMessage } from '../delivery-channel';

export function letterMessage(message: TestDeliveryMessage, readerId: string | null = null): LetterMessage {
  return { ...message, view: letterView(sampleLetter(), 'https://calls.example.com'), isTest: false, readerId };
}
