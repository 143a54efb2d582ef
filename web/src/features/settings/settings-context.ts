import { createContext, use } from 'react';

import type { AccountSettings } from '../../api/types';
import type { MySettings, SaveOutcome, SaveQueue, SaveState, SettingName } from './fields/save-queue';

interface SettingsContextValue {
  savedSettings: AccountSettings;
  state: SaveState;
  queue: SaveQueue;
  /** The account an administrator is editing. Defaults to the user's own. */
  editedUserId?: string;
}

export const SettingsContext = createContext<SettingsContextValue | null>(null);

export interface Setting<Name extends SettingName> {
  value: MySettings[Name];
  isSaving: boolean;
  outcome: SaveOutcome | undefined;
  error: string | undefined;
  /** @param base the value that the user changed; by default, the current one */
  save: (value: MySettings[Name], base?: MySettings[Name]) => Promise<boolean>;
  clearOutcome: () => void;
}

export function useSettings(): SettingsContextValue {
  const value = use(SettingsContext);
  if (!value) throw new Error('useSettings was called outside the settings card.');
  return value;
}

export function useSetting<Name extends SettingName>(name: Name): Setting<Name> {
  const { savedSettings, state, queue } = useSettings();
  const outcome = state.outcomes[name];
  const current: MySettings = { ...savedSettings, ...state.pending };
  return {
    value: current[name],
    isSaving: name in state.pending,
    outcome,
    error: (outcome?.kind === 'failed' && outcome.message) || undefined,
    save: (value, base = current[name]) => queue.save(name, value, base),
    clearOutcome: () => queue.clearOutcome(name),
  };
}

/** The text or number that the API rejected, so that the user can correct it. */
export function rejectedText(outcome: SaveOutcome | undefined): string | undefined {
  if (outcome?.kind !== 'failed' || outcome.message === null) return undefined;
  const { pending } = outcome;
  return typeof pending === 'string' || typeof pending === 'number' ? String(pending) : '';
}

type NamesByType<T> = { [Name in SettingName]: MySettings[Name] extends T ? Name : never }[SettingName];

export type SwitchName = NamesByType<boolean>;
export type NumberName = NamesByType<number>;
type ClearableNamesByType<T> = {
  [Name in SettingName]: [null, MySettings[Name]] extends [MySettings[Name], T | null] ? Name : never;
}[SettingName];

export type TextName = ClearableNamesByType<string>;
export type OptionalNumberName = ClearableNamesByType<number>;
