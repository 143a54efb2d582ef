import { WAITING_STATES } from '@ringwell/domain/follow-ups/follow-up';

/** SQL for the states in which a customer is still waiting. */
export const WAITING_SQL = `(${WAITING_STATES.map((state) => `'${state}'`).join(', ')})`;
