import type { Undelivered } from '../../api/types';
import { formatNumber } from './format';

/** Text such as `2 failed, 1 retrying`. */
export function describeUndelivered({ failed, retrying }: Pick<Undelivered, 'failed' | 'retrying'>): string {
  return [failed > 0 && `${formatNumber(failed)} failed`, retrying > 0 && `${formatNumber(retrying)} retrying`]
    .filter(Boolean)
    .join(', ');
}
