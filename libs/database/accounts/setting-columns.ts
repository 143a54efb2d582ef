import { Check, Column, type ColumnOptions } from 'typeorm';

import { sealedColumn } from '@ringwell/domain/settings/sealed-column';
import type { SettingDefinition } from '@ringwell/domain/settings/setting-kinds';
import {
  SETTINGS,
  type PlainSetting,
  type SecretSetting,
  type SettingValues,
} from '@ringwell/domain/settings/settings';

import { columnName } from '../postgres/column-name';

type Columns = {
  [Name in PlainSetting]: (typeof SETTINGS)[Name] extends { preset: unknown }
    ? SettingValues[Name] | null
    : SettingValues[Name];
} & Record<`sealed${Capitalize<SecretSetting>}`, string | null>;

class DerivedColumns {}
for (const [name, definition] of Object.entries<SettingDefinition>(SETTINGS)) {
  if (name === 'serviceTitanTenant') continue; // stored in `accounts`
  const property = 'secret' in definition ? sealedColumn(name) : name;
  Column(columnOptions(definition))(DerivedColumns.prototype, property);
  if (definition.kind === 'choice') {
    const column = columnName(name);
    const choices = definition.choices.map((choice) => `'${choice}'`).join(', ');
    Check(`ck_account_settings_${column}`, `${column} in (${choices})`)(DerivedColumns);
  }
}

/** One column per entry in `SETTINGS`, with the same name. Secrets are sealed. */
export const SettingColumns = DerivedColumns as new () => Columns;

function columnOptions(definition: SettingDefinition): ColumnOptions {
  switch (definition.kind) {
    case 'switch':
      return { type: 'boolean', default: definition.default };
    case 'number':
      return { type: 'integer', default: definition.default, nullable: definition.optional };
    case 'choice':
      return { type: 'text', default: definition.default };
    case 'text':
      return { type: 'text', nullable: true };
    case 'week':
      return { type: 'jsonb', default: definition.default };
    case 'terms':
      if (definition.preset) return { type: 'text', array: true, nullable: true };
      return { type: 'text', array: true, default: () => "'{}'" };
    case 'choices':
    case 'emails':
    case 'days':
      return { type: 'text', array: true, default: () => "'{}'" };
  }
}
