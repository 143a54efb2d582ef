import type { ReactNode } from 'react';

import { formatTime } from '@ringwell/domain/time';

import { useNow } from '../../lib/browser/use-now';
import { getBrowserTimeZone } from '../../lib/format/format';
import { SelectSetting } from './fields/select-setting';
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
      choices={allTimeZones(value).map((name) => ({ value: name, label: US_ZONES[name] ?? name.replaceAll('_', ' ') }))}
    />
  );
}

// These zones come first in the list, from east to west.
const US_ZONES: Partial<Record<string, string>> = {
  'America/New_York': 'Eastern Time (New York)',
  'America/Chicago': 'Central Time (Chicago)',
  'America/Denver': 'Mountain Time (Denver)',
  'America/Phoenix': 'Arizona (Phoenix)',
  'America/Los_Angeles': 'Pacific Time (Los Angeles)',
  'America/Anchorage': 'Alaska (Anchorage)',
  'Pacific/Honolulu': 'Hawaii (Honolulu)',
};

// Adds zones that the browser may not list.
function allTimeZones(currentZone: string | null): string[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', getBrowserTimeZone()]);
  if (currentZone !== null) names.add(currentZone);
  const usNames = Object.keys(US_ZONES);
  return [...usNames, ...[...names].filter((name) => !usNames.includes(name)).sort()];
}
