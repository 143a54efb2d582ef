import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  type ValidationOptions,
} from 'class-validator';

import { isBusinessWeek } from '@ringwell/domain/accounts/business-week';
import { uniqueTerms } from '@ringwell/domain/accounts/vocabulary';
import type {
  DaysDefinition,
  EmailListDefinition,
  NumberDefinition,
  SettingDefinition,
  TermsDefinition,
  TextDefinition,
} from '@ringwell/domain/settings/setting-kinds';
import {
  OWNER_SETTINGS,
  SETTING_NAMES,
  SETTINGS,
  type AdminSetting,
  type OwnerSetting,
  type SettingName,
  type SettingValues,
} from '@ringwell/domain/settings/settings';
import { DAY } from '@ringwell/domain/time';

import { IsEmailAddress, normalizeEmailValue } from '../../http/request/email.decorator';
import { IfSent } from '../../http/request/if-sent.decorator';
import { Accepted, Convert } from '../../http/request/rules.decorator';
import { MASK_CHARACTER, maskSecret } from '../secret-mask';

/** Who is editing. Administrators can change more settings, within wider limits. */
export type Editor = 'member' | 'admin';

export type SettingChanges<By extends Editor> = Partial<
  By extends 'admin' ? SettingValues : Omit<SettingValues, AdminSetting | OwnerSetting>
>;

/** Creates a DTO class with an optional, validated and documented field for each setting that the editor can change. */
export function changesDto<By extends Editor>(editor: By): Type<SettingChanges<By>> {
  const isEditable = (name: SettingName): boolean =>
    !('adminOnly' in SETTINGS[name]) && !('ownerOnly' in SETTINGS[name]);
  return createDto(editor === 'admin' ? SETTING_NAMES : SETTING_NAMES.filter(isEditable), editor);
}

/** Like `changesDto`, but for settings that only owners can change. */
export function ownerChangesDto(): Type<Partial<Pick<SettingValues, OwnerSetting>>> {
  return createDto(OWNER_SETTINGS, 'member');
}

function createDto(names: readonly SettingName[], editor: Editor): Type<object> {
  class Changes {}
  for (const name of names) {
    const definition: SettingDefinition = SETTINGS[name];
    applyDecorators(ApiPropertyOptional(changeSchema(definition, editor)), validationFor(definition, editor))(
      Changes.prototype,
      name,
    );
  }
  return Changes;
}

export function viewDto(): Type<SettingValues> {
  class View {}
  for (const name of SETTING_NAMES) ApiProperty(viewSchema(SETTINGS[name]))(View.prototype, name);
  return View as Type<SettingValues>;
}

function createSchema(definition: SettingDefinition): ApiPropertyOptions {
  const { description } = definition;
  const example = 'default' in definition ? (definition.example ?? definition.default) : definition.example;
  switch (definition.kind) {
    case 'switch':
      return { type: Boolean, description, example };
    case 'number':
      return { type: 'integer', ...(definition.optional && { nullable: true }), description, example };
    case 'choice':
      return { enum: definition.choices, description, example };
    case 'choices':
      return { enum: definition.choices, isArray: true, description, example };
    case 'emails':
    case 'terms':
      return { type: [String], description, example };
    case 'days':
      return { type: [String], format: 'date', description, example };
    case 'week':
      return {
        type: 'array',
        minItems: 7,
        maxItems: 7,
        items: {
          type: 'object',
          nullable: true,
          required: ['from', 'until'],
          properties: { from: { type: 'string' }, until: { type: 'string' } },
        },
        description,
        example,
      };
    case 'text':
      return { type: String, nullable: true, description, example };
  }
}

function viewSchema(definition: SettingDefinition): ApiPropertyOptions {
  if (definition.kind !== 'text' || !definition.secret) return createSchema(definition);
  return {
    ...createSchema(definition),
    description: `${definition.description} Masked.`,
    example: maskSecret(definition.example),
  };
}

function changeSchema(definition: SettingDefinition, editor: Editor): ApiPropertyOptions {
  const schema = createSchema(definition);
  switch (definition.kind) {
    case 'number':
      return { ...schema, minimum: definition.minimum, maximum: maximumFor(definition, editor) };
    case 'emails':
    case 'terms':
    case 'days':
      return { ...schema, maxItems: definition.maxItems };
    case 'text': {
      const { maxLength, secret, webhook } = definition;
      return { ...schema, maxLength, ...(secret && { writeOnly: true }), ...(webhook && { format: 'uri' }) };
    }
    case 'switch':
    case 'choice':
    case 'choices':
    case 'week':
      return schema;
  }
}

function validationFor(definition: SettingDefinition, editor: Editor): PropertyDecorator {
  switch (definition.kind) {
    case 'switch':
      return applyDecorators(IfSent(), IsBoolean({ message: 'This must be true or false.' }));
    case 'number':
      return IntegerBetween(definition.minimum, maximumFor(definition, editor), definition.optional);
    case 'choice':
      return applyDecorators(
        IfSent(),
        IsIn(definition.choices, { message: `This must be one of ${definition.choices.join(', ')}.` }),
      );
    case 'choices':
      return applyDecorators(
        IfSent(),
        IsArray({ message: 'This must be a list.' }),
        IsIn(definition.choices, { each: true, message: `Each must be one of ${definition.choices.join(', ')}.` }),
        ArrayUnique({ message: 'List each entry only once.' }),
      );
    case 'emails':
      return EmailList(definition);
    case 'terms':
      return TermList(definition);
    case 'days':
      return DayList(definition);
    case 'week':
      return applyDecorators(IfSent(), Week());
    case 'text':
      return definition.secret ? applyDecorators(NotMasked(), Text(definition)) : Text(definition);
  }
}

function maximumFor({ maximum, adminMaximum = maximum }: NumberDefinition, editor: Editor): number {
  return editor === 'admin' ? adminMaximum : maximum;
}

function IntegerBetween(minimum: number, maximum: number, isOptional = false): PropertyDecorator {
  const range = { message: `This must be from ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.` };
  return applyDecorators(
    isOptional ? IsOptional() : IfSent(),
    IsInt({ message: 'This must be a whole number.' }),
    Min(minimum, range),
    Max(maximum, range),
  );
}

export function EmailList({ maxItems }: EmailListDefinition): PropertyDecorator {
  return applyDecorators(
    Convert(normalizeEmails),
    IfSent(),
    IsArray({ message: 'This must be a list of email addresses.' }),
    ArrayMaxSize(maxItems, { message: `Use ${maxItems} email addresses or fewer.` }),
    IsEmailAddress({ each: true, message: 'Each must be a valid email address.' }),
  );
}

export function TermList({ maxItems, maxLength, format }: TermsDefinition): PropertyDecorator {
  return applyDecorators(
    Convert((value) =>
      Array.isArray(value) && value.every((term) => typeof term === 'string') ? uniqueTerms(value) : value,
    ),
    IfSent(),
    IsArray({ message: 'This must be a list of names and words.' }),
    ArrayMaxSize(maxItems, { message: `Use ${maxItems} names and words or fewer.` }),
    IsString({ each: true, message: 'Each must be text.' }),
    Length(1, maxLength, { each: true, message: `Each must have 1 to ${maxLength} characters.` }),
    Matches(ONE_LINE, { each: true, message: 'Each must be a single line of plain text.' }),
    ...(format ? [AcceptedText(format.accepts, format.message, { each: true })] : []),
  );
}

function DayList({ maxItems }: DaysDefinition): PropertyDecorator {
  return applyDecorators(
    Convert((value) => (Array.isArray(value) ? [...new Set(value)].sort() : value)),
    IfSent(),
    IsArray({ message: 'This must be a list of days.' }),
    ArrayMaxSize(maxItems, { message: `Use ${maxItems} days or fewer.` }),
    Matches(DAY, { each: true, message: 'Each must be a day such as 2026-12-25.' }),
    IsISO8601({ strict: true }, { each: true, message: 'Each must be a day such as 2026-12-25.' }),
  );
}

function Week(): PropertyDecorator {
  return Accepted(
    'isBusinessWeek',
    isBusinessWeek,
    'This must list seven days, Monday first: null, or from and until as HH:MM, with until later than from. ' +
      'At least one day must be open.',
  );
}

const ONE_LINE = /^\P{Cc}*$/u;

// Trims the text. Empty text becomes null.
function Text({ maxLength, format, normalize }: TextDefinition): PropertyDecorator {
  const { message, ...rule } = format ?? { pattern: ONE_LINE, message: 'Use a single line of plain text.' };
  return applyDecorators(
    Convert((value) => (typeof value === 'string' ? (normalize?.(value) ?? value).trim() || null : value)),
    IsOptional(),
    IsString({ message: 'This must be text.' }),
    MaxLength(maxLength, { message: `Use ${maxLength} characters or fewer.` }),
    'pattern' in rule ? Matches(rule.pattern, { message }) : AcceptedText(rule.accepts, message),
  );
}

function AcceptedText(
  accepts: (text: string) => boolean,
  message: string,
  options?: Pick<ValidationOptions, 'each'>,
): PropertyDecorator {
  return Accepted('isAccepted', (value) => typeof value === 'string' && accepts(value), message, options);
}

// Rejects the mask of a secret, because clients that send back all fields would store the mask.
function NotMasked(): PropertyDecorator {
  return Accepted(
    'isNotMasked',
    (value) => typeof value !== 'string' || !value.includes(MASK_CHARACTER),
    'This is the mask of the stored value. Enter the whole new value, or omit the field.',
  );
}

// Passes other types through, so that validation rejects them.
function normalizeEmails(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return [...new Set(value.map(normalizeEmailValue))];
}
