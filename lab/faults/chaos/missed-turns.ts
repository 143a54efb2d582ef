/**
 * Number of turns that another account may get while one is waiting. A dispatcher pass usually gives every waiting
 * account a turn.
 */
const ALLOWED_TURNS = 3;

/** An account's position in the dispatcher's order. */
export interface Turn {
  accountId: string;
  /** When one of the account's calls was last released. */
  servedAt: string;
  /** Whether the account has a call due and none active. */
  isWaiting: boolean;
}

/** Finds accounts that are kept waiting while another account gets turn after turn. */
export class MissedTurns {
  readonly violations: string[] = [];
  private lastServedAt = new Map<string, string>();
  /** Turns other accounts have had since an account started waiting, keyed by waiting account, then other account. */
  private readonly turnsWhileWaiting = new Map<string, Map<string, number>>();

  /** @param turns the current turns of all accounts */
  observe(turns: readonly Turn[]): void {
    const servedTurns = turns.filter(({ accountId, servedAt }) => this.lastServedAt.get(accountId) !== servedAt);
    this.lastServedAt = new Map(turns.map(({ accountId, servedAt }) => [accountId, servedAt]));
    for (const turn of turns) {
      if (turn.isWaiting && !servedTurns.includes(turn)) this.countMissed(turn.accountId, servedTurns);
      else this.turnsWhileWaiting.delete(turn.accountId);
    }
  }

  // The first sample doesn't count because its turns may predate the wait.
  private countMissed(accountId: string, servedTurns: readonly Turn[]): void {
    const turnsByAccount = this.turnsWhileWaiting.get(accountId);
    if (!turnsByAccount) {
      this.turnsWhileWaiting.set(accountId, new Map());
      return;
    }
    for (const other of servedTurns) {
      const turns = (turnsByAccount.get(other.accountId) ?? 0) + 1;
      turnsByAccount.set(other.accountId, turns);
      if (turns === ALLOWED_TURNS + 1)
        this.violations.push(`account ${accountId} waited while account ${other.accountId} had ${turns} turns`);
    }
  }
}
