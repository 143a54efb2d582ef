import type { ReactNode } from 'react';

import { Field } from '../../../ui/forms/field';
import { Options, Select } from '../../../ui/forms/input';
import { useSetting } from '../settings-context';
import { SaveIndicator } from './save-indicator';
import type { MySettings } from './save-queue';

type SelectName =
  | 'serviceTitanEnvironment'
  | 'noteTarget'
  | 'inboxAfter'
  | 'customerChannel'
  | 'timeZone'
  | 'reviewTolerance'
  | 'redaction';

interface SelectSettingProps<Name extends SelectName> {
  name: Name;
  label: string;
  hint?: ReactNode;
  choices: readonly { value: MySettings[Name]; label: string }[];
}

export function SelectSetting<Name extends SelectName>({
  name,
  label,
  hint,
  choices,
}: SelectSettingProps<Name>): ReactNode {
  const { value, error, save } = useSetting(name);
  const saveChoice = (selectedValue: string): void => {
    const choice = choices.find((item) => item.value === selectedValue);
    if (choice) void save(choice.value);
  };
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error}>
        <Select className="w-full" value={value ?? ''} onChange={(event) => saveChoice(event.target.value)}>
          {value === null && <option value="">Not set</option>}
          <Options of={choices.map((choice) => [choice.value ?? '', choice.label])} />
        </Select>
      </Field>
      <SaveIndicator names={[name]} className="absolute top-0 right-0" />
    </div>
  );
}
