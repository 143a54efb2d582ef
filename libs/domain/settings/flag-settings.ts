import { DEFAULT_FLAG_PHRASES, MAX_FLAG_PHRASE_LENGTH, MAX_FLAG_PHRASES } from '../calls/find-flags';
import type { SettingDefinition } from './setting-kinds';

export const FLAG_SETTINGS = {
  dangerPhrases: {
    kind: 'terms',
    maxItems: MAX_FLAG_PHRASES,
    maxLength: MAX_FLAG_PHRASE_LENGTH,
    description:
      'Phrases said by customers in danger. These calls immediately alert every enabled channel. A + joins ' +
      'phrases that must all be said, such as no heat + baby. Negated phrases are ignored.',
    preset: DEFAULT_FLAG_PHRASES.danger,
    example: ['smell gas', 'no heat + baby'],
  },
  legalPhrases: {
    kind: 'terms',
    maxItems: MAX_FLAG_PHRASES,
    maxLength: MAX_FLAG_PHRASE_LENGTH,
    description:
      'Phrases said by customers considering legal action or a complaint to a licensing board. They only flag the call.',
    preset: DEFAULT_FLAG_PHRASES.legal,
    example: ['attorney general', 'small claims'],
  },
} as const satisfies Record<string, SettingDefinition>;
