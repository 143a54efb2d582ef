import type { AccountSettings, AccountSettingsChange } from '../../../api/types';
import { SAVED_SHOWN_MS } from '../../../lib/constants';
import { Store } from '../../../lib/store';

/** Additions to and removals from a list. Saving only these lets two tabs keep each other's changes. */
interface ListEdit {
  add: string[];
  remove: string[];
}

/** Includes settings that only administrators can change. */
export type SettingName = keyof AccountSettingsChange;
export type ListName = 'emailAddress' | 'vocabulary';
/** Lists that the API only accepts whole. Of two tabs that save one at the same moment, only one may succeed. */
type WholeListName = 'overdueAddresses' | 'holidays';
export type MySettings = Pick<AccountSettings, SettingName>;

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
  load: () => Promise<Pick<MySettings, WholeListName>>;
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
  private readonly edits = new Map<SettingName, ListEdit>();
  private readonly waitingResolvers = new Map<SettingName, ((isSaved: boolean) => void)[]>();
  private isRunning = false;
  private currentRun: Promise<void> = Promise.resolve();

  constructor(private readonly actions: SaveQueueActions) {}

  /**
   * @param current the list as the user saw it, because another tab may have changed the stored list since
   * @returns whether the field was saved, with this value or a newer one
   */
  save<Name extends SettingName>(name: Name, value: MySettings[Name], current: MySettings[Name]): Promise<boolean> {
    const { pending } = this.state.get();
    if (isList(name))
      this.edits.set(name, combineEdits(this.edits.get(name), diffList(toEntries(current), toEntries(value))));
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
    const edit = this.edits.get(name);
    this.edits.delete(name);
    const failure = await this.send(name, value, edit).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const { [name]: newest, ...pending } = this.state.get().pending;
    if (newest !== value || value === undefined) {
      // The field has changed since, so the queue saves it again, including the changes that just failed.
      const queuedEdit = this.edits.get(name);
      if (failure && edit && queuedEdit) this.edits.set(name, combineEdits(edit, queuedEdit));
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

  private async send(name: SettingName, value: MySettings[SettingName] | undefined, edit?: ListEdit): Promise<void> {
    if (!edit || !isList(name)) await this.actions.send({ [name]: value });
    else if (isWholeList(name)) {
      const latest = await this.actions.load();
      await this.actions.send({ [name]: applyEdit(latest[name], edit) });
    } else await this.actions.send({ list: name, edit });
  }

  private settle(name: SettingName, pending: Partial<MySettings>, outcome: SaveOutcome): void {
    this.updateState({ pending, outcomes: { ...this.state.get().outcomes, [name]: outcome } });
    if (outcome.kind === 'saved') {
      setTimeout(() => {
        if (this.state.get().outcomes[name] === outcome) this.clearOutcome(name);
      }, SAVED_SHOWN_MS);
    }
    for (const resolve of this.waitingResolvers.get(name) ?? []) resolve(outcome.kind === 'saved');
    this.waitingResolvers.delete(name);
  }

  private updateState(state: Partial<SaveState>): void {
    this.state.set({ ...this.state.get(), ...state });
  }
}

function toEntries(list: MySettings[SettingName]): string[] {
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

function isList(name: SettingName): name is ListName | WholeListName {
  return name === 'emailAddress' || name === 'vocabulary' || isWholeList(name);
}

function isWholeList(name: SettingName): name is WholeListName {
  return name === 'overdueAddresses' || name === 'holidays';
}

/** A user's changes to the displayed list. */
function diffList(current: readonly string[], edited: readonly string[]): ListEdit {
  return {
    add: edited.filter((entry) => !current.includes(entry)),
    remove: current.filter((entry) => !edited.includes(entry)),
  };
}

function applyEdit(list: readonly string[], { add, remove }: ListEdit): string[] {
  return [...new Set([...list.filter((entry) => !remove.includes(entry)), ...add])];
}

/** Combines two edits. For an entry in both, the later edit wins. */
function combineEdits(earlier: ListEdit | undefined, later: ListEdit): ListEdit {
  if (earlier === undefined) return later;
  const isKept = (entry: string): boolean => ![...later.add, ...later.remove].includes(entry);
  return {
    add: [...earlier.add.filter(isKept), ...later.add],
    remove: [...earlier.remove.filter(isKept), ...later.remove],
  };
}
