import { createLetterText } from '@ringwell/rules/weekly-letters/letter-text';
import type { TestDeliveryMessage } from '@ringwell/testing/make-delivery-message';
import { makeSampleLetter } from '@ringwell/testing/sample-letter';

import type { LetterMessage } from '../delivery-channel';

export function letterMessage(message: TestDeliveryMessage, readerId: string | null = null): LetterMessage {
  return {
    ...message,
    view: createLetterText(makeSampleLetter(), 'https://calls.example.com'),
    isTest: false,
    readerId,
  };
}
