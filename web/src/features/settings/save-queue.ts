import type { AccountSettings, SettingsChange } from '../../api/types';
import { SAVED_SHOWN_MS } from '../../lib/constants';
import { Store } from '../../lib/store';

export type SettingName = keyof SettingsChange;
/** What a person can change. */
export type MySettings = Pick<AccountSettings, SettingName>;

/** How the latest save of a field went. `message` is told beside the field; null when it was told otherwise. */
export type SaveOutcome =
  { kind: 'saved' } | { kind: 'failed'; wanted: MySettings[SettingName]; message: string | null };

export interface SaveState {
  /** What has been chosen and is not saved yet, in the order of saving. */
  wanted: Partial<MySettings>;
  outcomes: Partial<Record<SettingName, SaveOutcome>>;
}

interface SaveQueueActions {
  /** Saves one field. */
  send: (change: SettingsChange) => Promise<unknown>;
  /** Tells of a failure. Returns the message for beside the field, or null when there is nothing to be said there. */
  explain: (name: SettingName, error: unknown) => string | null;
}

/**
 * Saves fields one after the other, so that answers cannot overtake each other. Of several values for a field the newest
 * is saved; one that fails is forgotten, and what was saved before shows again.
 */
export class SaveQueue {
  readonly state = new Store<SaveState>({ wanted: {}, outcomes: {} });
  private readonly waiting = new Map<SettingName, ((isSaved: boolean) => void)[]>();
  private isRunning = false;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly actions: SaveQueueActions) {}

  /** @returns whether the field was saved in the end, with this value or a newer one */
  save<Name extends SettingName>(name: Name, value: MySettings[Name]): Promise<boolean> {
    const { wanted } = this.state.get();
    this.forget(name);
    this.change({ wanted: { ...wanted, [name]: value } });
    return new Promise((resolve) => {
      this.waiting.set(name, [...(this.waiting.get(name) ?? []), resolve]);
      if (!this.isRunning) this.running = this.run();
    });
  }

  /** Resolves once nothing is being saved any more. */
  idle(): Promise<void> {
    return this.running;
  }

  /** Takes back what is told about a field. */
  forget(name: SettingName): void {
    const { [name]: _told, ...outcomes } = this.state.get().outcomes;
    this.change({ outcomes });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let name = this.next(); name !== undefined; name = this.next()) await this.saveNewest(name);
    this.isRunning = false;
  }

  private next(): SettingName | undefined {
    return (Object.keys(this.state.get().wanted) as SettingName[])[0];
  }

  private async saveNewest(name: SettingName): Promise<void> {
    const value = this.state.get().wanted[name];
    const failure = await this.actions.send({ [name]: value }).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const { [name]: newest, ...wanted } = this.state.get().wanted;
    if (newest !== value || value === undefined) return; // changed meanwhile: its turn comes again
    this.settle(
      name,
      wanted,
      failure
        ? { kind: 'failed', wanted: value, message: this.actions.explain(name, failure.error) }
        : { kind: 'saved' },
    );
  }

  private settle(name: SettingName, wanted: Partial<MySettings>, outcome: SaveOutcome): void {
    this.change({ wanted, outcomes: { ...this.state.get().outcomes, [name]: outcome } });
    if (outcome.kind === 'saved') {
      setTimeout(() => {
        if (this.state.get().outcomes[name] === outcome) this.forget(name);
      }, SAVED_SHOWN_MS);
    }
    for (const resolve of this.waiting.get(name) ?? []) resolve(outcome.kind === 'saved');
    this.waiting.delete(name);
  }

  private change(state: Partial<SaveState>): void {
    this.state.set({ ...this.state.get(), ...state });
  }
}
