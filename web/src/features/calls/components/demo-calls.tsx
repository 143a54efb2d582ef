import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { DEMO_RETENTION_DAYS } from '@ringwell/domain/accounts/account-limits';

import { callPath } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { ROW_ITEM_CLASSES, RowList } from '../../../ui/data/row-list';
import { Card } from '../../../ui/layout/card';
import { recentCallsQuery } from '../api';
import { CallRow, CLICKABLE_ROW_CLASSES } from './call-row';

/** A demo account's uploads with links to their calls, including those still being analyzed. */
export function DemoCalls(): ReactNode {
  const { accountId, status } = useUser();
  const { data } = useQuery({ ...recentCallsQuery(accountId), enabled: status === 'demo' });
  if (!data || data.length === 0) return null;
  return (
    <Card
      title="Your recordings"
      subtitle={`Open a call to play it and see the customer's mood and the quotes behind it. Recordings and transcripts are kept for ${DEMO_RETENTION_DAYS} days.`}
    >
      <RowList className="-mx-3 -my-2">
        {data.map((call) => (
          <li key={call.id} className={ROW_ITEM_CLASSES}>
            <Link to={callPath(call.id)} className={CLICKABLE_ROW_CLASSES}>
              <CallRow call={call} isControl />
            </Link>
          </li>
        ))}
      </RowList>
    </Card>
  );
}
