import type { ReactNode } from 'react';

import { Field } from '../../ui/forms/field';
import { Select } from '../../ui/forms/input';
import { SaveMark } from './save-indicator';
import type { MySettings } from './save-queue';
import { useSetting } from './settings-context';

type ChoiceName = 'serviceTitanEnvironment' | 'noteTarget';

interface ChoiceSettingProps<Name extends ChoiceName> {
  name: Name;
  label: string;
  hint?: ReactNode;
  choices: readonly { value: MySettings[Name]; label: string }[];
}

/** One of a few; it saves when another is chosen. */
export function ChoiceSetting<Name extends ChoiceName>({
  name,
  label,
  hint,
  choices,
}: ChoiceSettingProps<Name>): ReactNode {
  const { value, error, save } = useSetting(name);
  const choose = (chosen: string): void => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) void save(choice.value);
  };
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error}>
        {(wiring) => (
          <Select {...wiring} className="w-full" value={value} onChange={(event) => choose(event.target.value)}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <SaveMark names={[name]} className="absolute top-0 right-0" />
    </div>
  );
}
