import type { CallDirection } from '@ringwell/domain/call';

import type { Turn } from './call-features';
import { quotedShare, type NoteClause } from './roles';
import { contentStems } from './words';

/** A call whose clauses are rated. */
export interface RatedCall {
  clauses: readonly NoteClause[];
  turns: readonly Turn[];
  direction: CallDirection | undefined;
  /** Stems that so many calls have that they name nothing. */
  commonStems: ReadonlySet<string>;
}

const SALIENCE_POWER = 0.7;

/** How much a clause is worth writing down. */
export function worth({ salience, roles }: NoteClause): number {
  return salience ** SALIENCE_POWER * quotedShare(roles) ** (1 - SALIENCE_POWER);
}

/** Whether a clause has a number or a name. */
export function hasFigures({ text }: NoteClause): boolean {
  return [...contentStems(text).values()].some((weight) => weight > 1);
}
