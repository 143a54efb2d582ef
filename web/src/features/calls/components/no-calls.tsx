import { useQuery } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import type { ReactNode } from 'react';

import { COPY } from '../../../lib/copy';
import { useUser } from '../../../lib/session/session';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { processingTimeQuery } from '../api';

/** Shown to accounts without calls. */
export function NoCalls(): ReactNode {
  const { data } = useQuery(processingTimeQuery(useUser().accountId));
  const { title, text } = COPY.calls.none;
  return <EmptyState icon={<PhoneCall />} title={title} text={text(data?.usualMinutes ?? null)} />;
}
