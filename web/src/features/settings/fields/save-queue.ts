import type { AccountSettings, AccountSettingsChange } from '../../../api/types';
import { SAVED_NOTICE_MS } from '../../../lib/constants';
import { Store } from '../../../lib/store';

/** Additions to and removals from a list. Saving only these keeps two tabs from undoing each other's changes. */
interface ListEdit {
  add: string[];
  remove: string[];
}

/** Includes settings that only administrators can change. */
export type SettingName = keyof AccountSettingsChange;
export type ListName = 'emailAddress' | 'vocabulary';
export type MySettings = Pick<AccountSettings, SettingName>;
type SettingValue = MySettings[SettingName];
type List = readonly unknown[];

/** Result of a field's latest save. `message` is shown next to the field. Null if only a toast reported the failure. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'failed'; pending: MySettings[SettingName]; message: string | null };

export interface SaveState {
  // Values that haven't been saved yet, in the order to save them.
  pending: Partial<MySettings>;
  outcomes: Partial<Record<SettingName, SaveOutcome>>;
}

/** A request to save one field: its value or, for a list, the user's changes. */
export type SaveRequest = AccountSettingsChange | { list: ListName; edit: ListEdit };

interface SaveQueueActions {
  load: () => Promise<MySettings>;
  send: (request: SaveRequest) => Promise<unknown>;
  /** Reports a failure. Returns the message to show next to the field, or null. */
  explain: (name: SettingName, error: unknown) => string | null;
}

/**
 * Saves fields one at a time, because responses could arrive out of order. Only a field's newest value is saved. If
 * that fails, the field reverts to its last saved value.
 */
export class SaveQueue {
  readonly state = new Store<SaveState>({ pending: {}, outcomes: {} });
  // What the user saw before making the changes that aren't saved yet.
  private readonly baseValues = new Map<SettingName, SettingValue>();
  private readonly waitingResolvers = new Map<SettingName, ((isSaved: boolean) => void)[]>();
  private isRunning = false;
  private currentRun: Promise<void> = Promise.resolve();

  constructor(private readonly actions: SaveQueueActions) {}

  /**
   * @param base the list that the user changed, because another tab may have changed the stored list since
   * @returns whether the field was saved, with this value or a newer one
   */
  save<Name extends SettingName>(name: Name, value: MySettings[Name], base: MySettings[Name]): Promise<boolean> {
    const { pending } = this.state.get();
    if (!this.baseValues.has(name)) this.baseValues.set(name, base);
    this.clearOutcome(name);
    this.updateState({ pending: { ...pending, [name]: value } });
    return new Promise((resolve) => {
      this.waitingResolvers.set(name, [...(this.waitingResolvers.get(name) ?? []), resolve]);
      if (!this.isRunning) this.currentRun = this.run();
    });
  }

  /** Resolves when all saves have finished. */
  waitUntilIdle(): Promise<void> {
    return this.currentRun;
  }

  clearOutcome(name: SettingName): void {
    const { [name]: _cleared, ...outcomes } = this.state.get().outcomes;
    this.updateState({ outcomes });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let name = this.nextName(); name !== undefined; name = this.nextName()) await this.saveNewest(name);
    this.isRunning = false;
  }

  private nextName(): SettingName | undefined {
    return (Object.keys(this.state.get().pending) as SettingName[])[0];
  }

  private async saveNewest(name: SettingName): Promise<void> {
    const value = this.state.get().pending[name];
    const base = this.baseValues.get(name) ?? null;
    this.baseValues.delete(name);
    const failure = await this.send(name, value, base).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const { [name]: newest, ...pending } = this.state.get().pending;
    if (newest !== value || value === undefined) {
      // The field has changed since, so the queue saves it again, including the changes that just failed.
      if (failure) this.baseValues.set(name, base);
      return;
    }
    this.settle(
      name,
      pending,
      failure
        ? { kind: 'failed', pending: value, message: this.actions.explain(name, failure.error) }
        : { kind: 'saved' },
    );
  }

  private async send(name: SettingName, value: SettingValue | undefined, base: SettingValue): Promise<void> {
    if (name === 'emailAddress' || name === 'vocabulary') {
      const edit = diffLists(base as string[], value as string[]);
      if (edit.add.length + edit.remove.length > 0) await this.actions.send({ list: name, edit });
    } else if (Array.isArray(value)) {
      // The API accepts other lists only as a whole. If two tabs save at the same moment, one's changes may be lost.
      const { [name]: latest } = await this.actions.load();
      await this.actions.send({ [name]: mergeChanges(name, latest as List, base as List, value) });
    } else await this.actions.send({ [name]: value });
  }

  private settle(name: SettingName, pending: Partial<MySettings>, outcome: SaveOutcome): void {
    this.updateState({ pending, outcomes: { ...this.state.get().outcomes, [name]: outcome } });
    if (outcome.kind === 'saved') {
      setTimeout(() => {
        if (this.state.get().outcomes[name] === outcome) this.clearOutcome(name);
      }, SAVED_NOTICE_MS);
    }
    for (const resolve of this.waitingResolvers.get(name) ?? []) resolve(outcome.kind === 'saved');
    this.waitingResolvers.delete(name);
  }

  private updateState(state: Partial<SaveState>): void {
    this.state.set({ ...this.state.get(), ...state });
  }
}

/** Applies changes made elsewhere to the user's list, preserving its order. */
function mergeChanges(name: SettingName, latest: List, base: List, changed: List): List {
  if (name === 'businessWeek') return changed.map((day, index) => (isSame(day, base[index]) ? latest[index] : day));
  const { add, remove } = diffLists(base, latest);
  return [...new Set([...changed.filter((entry) => !remove.includes(entry)), ...add])];
}

function diffLists<Entry>(base: readonly Entry[], changed: readonly Entry[]): { add: Entry[]; remove: Entry[] } {
  return {
    add: changed.filter((entry) => !base.includes(entry)),
    remove: base.filter((entry) => !changed.includes(entry)),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
