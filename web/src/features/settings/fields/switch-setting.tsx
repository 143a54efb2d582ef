import { useId, type ReactNode } from 'react';

import { Switch } from '../../../ui/forms/switch';
import { useSetting, type SwitchName } from '../settings-context';
import { SaveError, SaveIndicator } from './save-indicator';

interface SwitchSettingProps {
  name: SwitchName;
  label: string;
  text: ReactNode;
  icon?: ReactNode;
  // Shown below while the switch is on.
  children?: ReactNode;
}

export function SwitchSetting({ name, label, text, icon, children }: SwitchSettingProps): ReactNode {
  const id = useId();
  const { value, error, save } = useSetting(name);
  return (
    <div>
      <div className="flex items-start gap-3">
        {icon !== undefined && (
          <span aria-hidden className="mt-0.5 text-fg-subtle [&_svg]:size-4.5">
            {icon}
          </span>
        )}
        <div className="min-w-0 grow">
          <div className="flex items-center gap-2.5">
            <label htmlFor={id} className="font-semibold">
              {label}
            </label>
            <SaveIndicator names={[name]} />
          </div>
          <p id={`${id}-text`} className="text-fg-muted">
            {text}
          </p>
          <SaveError message={error} />
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-text`}
          checked={value}
          onCheckedChange={(checked) => void save(checked)}
        />
      </div>
      {value && children !== undefined && (
        <div className="mt-4 grid animate-fade gap-5 border-l-2 pl-4">{children}</div>
      )}
    </div>
  );
}
