import type { BusinessWeek } from '../accounts/business-week';

interface CommonDefinition {
  description?: string;
  /** Included in the profile that automations read: affects call processing and doesn't connect to a vendor. */
  inProfile?: true;
  /** Changing it gives the channel a different destination or credentials, so its recorded errors no longer apply. */
  reconnects?: true;
  /** What a channel needs before it can be used, with an article. */
  required?: string;
}

export interface SwitchDefinition extends CommonDefinition {
  kind: 'switch';
  default: boolean;
  /** Set only if it differs from the default. */
  example?: boolean;
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
  /** Set unless the setting is optional. */
  default?: number;
  adminOnly?: true;
  /** Within an account, only owners can change it. */
  ownerOnly?: true;
  /** Set only if it differs from the default. */
  example?: number;
}

export interface ChoiceDefinition extends CommonDefinition {
  kind: 'choice';
  choices: readonly string[];
  default: string;
  /** Set only if it differs from the default. */
  example?: string;
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
  normalize?: (text: string) => string;
  example: string;
  /** Stored sealed, in the column `sealed<Name>`, and shown as a mask. */
  secret?: true;
  /** Determines where all calls are sent, so changing it requires a recent sign-in. */
  isGuarded?: true;
  /** Set if the text is a webhook URL: the name of its channel, or `any`. */
  webhook?: string;
  /** How the web app shows a channel's setting without a dedicated component. */
  field?: SettingField;
}

export interface SettingField {
  label: string;
  placeholder?: string;
  hint?: string;
  inputMode?: 'numeric';
  /** A sentence about what stops working without the secret. */
  removalWarning?: string;
}

export interface EmailListDefinition extends CommonDefinition {
  kind: 'emails';
  maxItems: number;
  example: readonly string[];
}

/** Single-line names or words, unique ignoring case. */
export interface TermsDefinition extends CommonDefinition {
  kind: 'terms';
  maxItems: number;
  maxLength: number;
  format?: { accepts: (term: string) => boolean; message: string };
  /** Default until the account has its own list; stored as null. */
  preset?: readonly string[];
  example: readonly string[];
}

export interface WeekDefinition extends CommonDefinition {
  kind: 'week';
  default: BusinessWeek;
  example?: BusinessWeek;
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
