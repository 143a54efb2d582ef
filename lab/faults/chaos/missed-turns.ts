/** How many turns another account can get while one is waiting. Each release gives every waiting account a turn. */
const ALLOWED = 3;

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
  private before = new Map<string, string>();
  /** Turns other accounts have had since an account started waiting, keyed by waiting account, then other account. */
  private readonly missed = new Map<string, Map<string, number>>();

  /** @param turns the current turns of all accounts */
  observe(turns: readonly Turn[]): void {
    const served = turns.filter(({ accountId, servedAt }) => this.before.get(accountId) !== servedAt);
    this.before = new Map(turns.map(({ accountId, servedAt }) => [accountId, servedAt]));
    for (const turn of turns) {
      if (turn.isWaiting && !served.includes(turn)) this.count(turn.accountId, served);
      else this.missed.delete(turn.accountId);
    }
  }

  // The first sample doesn't count because its turns may predate the wait.
  private count(accountId: string, served: readonly Turn[]): void {
    const missed = this.missed.get(accountId);
    if (!missed) {
      this.missed.set(accountId, new Map());
      return;
    }
    for (const other of served) {
      const turns = (missed.get(other.accountId) ?? 0) + 1;
      missed.set(other.accountId, turns);
      if (turns === ALLOWED + 1)
        this.violations.push(`account ${accountId} waited while account ${other.accountId} had ${turns} turns`);
    }
  }
}
