import type { BusinessWeek } from '@ringwell/domain/business-week';
import type { WebhookVendor } from '@ringwell/platform/outbound/webhook-rules';

interface CommonDefinition {
  description?: string;
  /** Part of the profile that automations read: affects the processing of calls, and connects to no vendor. */
  inProfile?: true;
  /** A change gives the channel another destination or other credentials, so its recorded errors no longer apply. */
  reconnects?: true;
}

export interface SwitchDefinition extends CommonDefinition {
  kind: 'switch';
  example: boolean;
}

export interface NumberDefinition extends CommonDefinition {
  kind: 'number';
  // Includes the unit.
  description: string;
  minimum: number;
  maximum: number;
  /** Maximum for administrators, if it is higher. */
  adminMaximum?: number;
  /** Null clears it. */
  optional?: true;
  adminOnly?: true;
  /** Within an account, only owners may change it. */
  ownerOnly?: true;
  example: number;
}

export interface ChoiceDefinition extends CommonDefinition {
  kind: 'choice';
  choices: readonly string[];
  example: string;
}

/** A subset of a few values. */
export interface ChoicesDefinition extends CommonDefinition {
  kind: 'choices';
  choices: readonly string[];
  example: readonly string[];
  adminOnly?: true;
}

/** Text; null clears it. */
export interface TextDefinition extends CommonDefinition {
  kind: 'text';
  maxLength: number;
  format?: ({ pattern: RegExp } | { accepts: (text: string) => boolean }) & { message: string };
  /** Converts input into the stored form. */
  normalize?: (text: string) => string;
  example: string;
  /** Stored sealed, in the column `sealed<Name>`, and shown as a mask. */
  secret?: true;
  /** The text is a webhook URL, either of this vendor or of any system. */
  webhook?: WebhookVendor | 'any';
}

export interface EmailListDefinition extends CommonDefinition {
  kind: 'emails';
  maxItems: number;
  example: readonly string[];
}

/** Names or words of one line each, unique regardless of letter case. */
export interface TermsDefinition extends CommonDefinition {
  kind: 'terms';
  maxItems: number;
  maxLength: number;
  example: readonly string[];
}

/** Opening hours for each day of the week. */
export interface WeekDefinition extends CommonDefinition {
  kind: 'week';
  example: BusinessWeek;
}

/** Sorted, unique days as YYYY-MM-DD. */
export interface DaysDefinition extends CommonDefinition {
  kind: 'days';
  maxItems: number;
  example: readonly string[];
}

export type SettingDefinition =
  | SwitchDefinition
  | NumberDefinition
  | ChoiceDefinition
  | ChoicesDefinition
  | TextDefinition
  | EmailListDefinition
  | TermsDefinition
  | WeekDefinition
  | DaysDefinition;

/** The value type of a setting. */
export type ValueOf<Definition> = Definition extends { kind: 'switch' }
  ? boolean
  : Definition extends { kind: 'number' }
    ? Definition extends { optional: true }
      ? number | null
      : number
    : Definition extends { kind: 'text' }
      ? string | null
      : Definition extends { kind: 'emails' | 'terms' | 'days' }
        ? string[]
        : Definition extends { kind: 'choice'; choices: readonly (infer Choice)[] }
          ? Choice
          : Definition extends { kind: 'choices'; choices: readonly (infer Choice)[] }
            ? Choice[]
            : Definition extends { kind: 'week' }
              ? BusinessWeek
              : never;
