import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';

import { mySettingsQuery } from '../../lib/my-settings-query';
import { useUser } from '../../lib/session';
import { useStore } from '../../lib/store';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { useChangeSettings } from './api';
import { explainRefusal } from './explain-refusal';
import { SaveQueue } from './save-queue';
import { SettingsContext } from './settings-context';
import { SETTINGS_COPY } from './settings-copy';
import { SettingsTabs } from './settings-tabs';

// Each field is saved individually.
export function SettingsCard(): ReactNode {
  const { id } = useUser();
  return (
    <Card title={SETTINGS_COPY.title}>
      <Settings key={id} userId={id} />
    </Card>
  );
}

function Settings({ userId }: { userId: string }): ReactNode {
  // Lists are saved as a whole, so that old ones would undo what was added in another window.
  const { data, isError, refetch } = useQuery({ ...mySettingsQuery(userId), refetchOnWindowFocus: 'always' });
  const { mutateAsync: send } = useChangeSettings(userId);
  const [queue] = useState(() => new SaveQueue({ send, explain: explainRefusal }));
  // Combined with the query here, so that a field never falls back to its old value between saving and refetching.
  const state = useStore(queue.state);
  const context = useMemo(() => data && { saved: data, state, queue }, [data, state, queue]);
  if (context)
    return (
      <SettingsContext value={context}>
        <SettingsTabs />
      </SettingsContext>
    );
  return isError ? (
    <LoadFailed what="your settings" onRetry={() => void refetch()} />
  ) : (
    <Skeleton className="h-96" label="Loading settings" />
  );
}
