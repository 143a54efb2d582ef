import { createContext, use } from 'react';

import type { AccountSettings } from '../../api/types';
import type { MySettings, SaveOutcome, SaveQueue, SaveState, SettingName } from './save-queue';

interface SettingsAccess {
  saved: AccountSettings;
  state: SaveState;
  queue: SaveQueue;
}

export const SettingsContext = createContext<SettingsAccess | null>(null);

/** One field, as it was chosen last, and how its saving goes. */
export interface Setting<Name extends SettingName> {
  value: MySettings[Name];
  isSaving: boolean;
  outcome: SaveOutcome | undefined;
  /** What was wrong with the latest value, for beside the field. */
  error: string | undefined;
  save: (value: MySettings[Name]) => Promise<boolean>;
  /** Takes back what is told about it. */
  forget: () => void;
}

export function useSettings(): SettingsAccess {
  const access = use(SettingsContext);
  if (!access) throw new Error('This belongs inside the settings card.');
  return access;
}

export function useSetting<Name extends SettingName>(name: Name): Setting<Name> {
  const { saved, state, queue } = useSettings();
  const outcome = state.outcomes[name];
  const current: MySettings = { ...saved, ...state.wanted };
  return {
    value: current[name],
    isSaving: name in state.wanted,
    outcome,
    error: (outcome?.kind === 'failed' && outcome.message) || undefined,
    save: (value) => queue.save(name, value),
    forget: () => queue.forget(name),
  };
}

/** Names of the fields that hold a T. */
type NamesOf<T> = { [Name in SettingName]: MySettings[Name] extends T ? Name : never }[SettingName];

export type SwitchName = NamesOf<boolean>;
export type NumberName = NamesOf<number>;
/** Text that can be cleared. */
export type TextName = { [Name in SettingName]: null extends MySettings[Name] ? Name : never }[SettingName];
