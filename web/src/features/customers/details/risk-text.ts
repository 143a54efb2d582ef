import type { CustomerDetails } from '../../../api/types';
import { formatDateTime } from '../../../lib/format/format';

/** Explanation of a risk with its date. */
export function riskText({ kind, at, calls }: CustomerDetails['risks'][number]): string {
  const when = formatDateTime(at);
  switch (kind) {
    case 'promise_overdue':
      return `it was due ${when}`;
    case 'unhappy_twice':
      return `${calls} Negative calls, the latest ${when}`;
    case 'turned_unhappy':
      return `the latest labeled call was Negative, ${when}`;
    case 'many_calls':
      return `${calls} calls, the latest ${when}`;
  }
}
