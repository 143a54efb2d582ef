import { DEFAULT_FLAG_PHRASES, MAX_FLAG_PHRASE_LENGTH, MAX_FLAG_PHRASES } from '../calls/find-flags';
import type { SettingDefinition } from './setting-kinds';

/** Phrases by which calls are flagged. */
export const FLAG_SETTINGS = {
  dangerPhrases: {
    kind: 'terms',
    maxItems: MAX_FLAG_PHRASES,
    maxLength: MAX_FLAG_PHRASE_LENGTH,
    description:
      'What customers in danger say. Such a call alerts every channel that is on, at once. A + joins phrases that must all be said, ' +
      'such as no heat + baby. Not where the customer says that it is not so.',
    preset: DEFAULT_FLAG_PHRASES.danger,
    example: ['smell gas', 'no heat + baby'],
  },
  legalPhrases: {
    kind: 'terms',
    maxItems: MAX_FLAG_PHRASES,
    maxLength: MAX_FLAG_PHRASE_LENGTH,
    description: 'What customers say who think of a lawyer or a board. It marks the call.',
    preset: DEFAULT_FLAG_PHRASES.legal,
    example: ['attorney general', 'small claims'],
  },
} as const satisfies Record<string, SettingDefinition>;
