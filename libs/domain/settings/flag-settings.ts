import { DEFAULT_FLAG_PHRASES, MAX_FLAG_PHRASE_LENGTH, MAX_FLAG_PHRASES } from '../calls/find-flags';
import type { SettingDefinition } from './setting-kinds';

export const FLAG_SETTINGS = {
  dangerPhrases: {
    kind: 'terms',
    maxItems: MAX_FLAG_PHRASES,
    maxLength: MAX_FLAG_PHRASE_LENGTH,
    description:
      'Phrases of customers in danger. Such a call alerts every enabled channel immediately. A + joins phrases that must all be said, ' +
      'such as no heat + baby. Negated phrases do not count.',
    preset: DEFAULT_FLAG_PHRASES.danger,
    example: ['smell gas', 'no heat + baby'],
  },
  legalPhrases: {
    kind: 'terms',
    maxItems: MAX_FLAG_PHRASES,
    maxLength: MAX_FLAG_PHRASE_LENGTH,
    description: 'Phrases of customers who consider legal action or a complaint to a board. They only mark the call.',
    preset: DEFAULT_FLAG_PHRASES.legal,
    example: ['attorney general', 'small claims'],
  },
} as const satisfies Record<string, SettingDefinition>;
