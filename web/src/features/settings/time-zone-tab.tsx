import type { ReactNode } from 'react';

import { formatTime } from '@ringwell/domain/time';

import { browserTimeZone } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { SelectSetting } from './select-setting';
import { useSetting } from './settings-context';

export function TimeZoneTab(): ReactNode {
  const { value } = useSetting('timeZone');
  const now = useNow();
  return (
    <SelectSetting
      name="timeZone"
      label="Time zone"
      hint={
        <>
          For dates and times in the app, alerts, notes and exports.
          {value !== null && ` It's ${formatTime(now, value, 'dateTime')} there.`}
        </>
      }
      choices={timeZones(value).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
    />
  );
}

// Browsers list different names.
function timeZones(chosen: string | null): string[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', browserTimeZone()]);
  if (chosen !== null) names.add(chosen);
  return [...names].sort();
}
