import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';

import type { Happiness } from '../../api/types';

/** URL filters that select which calls to count. */
export interface ReportFilter {
  direction?: CallDirection;
  /** An agent's ID. */
  agent?: string;
}

const ID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function parseFilter(params: URLSearchParams): ReportFilter {
  const agent = params.get('agent') ?? '';
  return { ...parseDirection(params), ...(ID_PATTERN.test(agent) && { agent }) };
}

export function parseDirection(params: URLSearchParams): Pick<ReportFilter, 'direction'> {
  const direction = CALL_DIRECTIONS.find((item) => item === params.get('direction'));
  return { ...(direction && { direction }) };
}

/** The filter a report was created with. */
export function toReportFilter({ direction, agent }: Pick<Happiness, 'direction' | 'agent'>): ReportFilter {
  return { ...(direction !== null && { direction }), ...(agent !== null && { agent }) };
}
