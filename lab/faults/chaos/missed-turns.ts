/** Turns that another account may have while one waits. Each release gives every waiting account a turn. */
const ALLOWED = 3;

/** An account's position in the dispatcher's order. */
export interface Turn {
  accountId: string;
  /** When a call of the account was last released. */
  servedAt: string;
  /** Whether a call of the account is due, and none is active. */
  isWaiting: boolean;
}

/** Finds accounts that wait although another account gets turn after turn. */
export class MissedTurns {
  readonly violations: string[] = [];
  private before = new Map<string, string>();
  /** Turns of another account since the first began to wait, by waiting account and other account. */
  private readonly missed = new Map<string, Map<string, number>>();

  /** @param turns of all accounts, as of now */
  look(turns: readonly Turn[]): void {
    const served = turns.filter(({ accountId, servedAt }) => this.before.get(accountId) !== servedAt);
    this.before = new Map(turns.map(({ accountId, servedAt }) => [accountId, servedAt]));
    for (const turn of turns) {
      if (turn.isWaiting && !served.includes(turn)) this.count(turn.accountId, served);
      else this.missed.delete(turn.accountId);
    }
  }

  // The first sample does not count, because its turns may predate the wait.
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
