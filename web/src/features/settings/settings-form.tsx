import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';

import { api, unwrap } from '../../api/client';
import type { AccountSettings } from '../../api/types';
import { useUser } from '../../lib/session/session';
import { useStore } from '../../lib/store';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { assertSameAccount, editedPath, settingsQuery, useChangeSettings } from './api';
import { explainRejection } from './fields/explain-rejection';
import { SaveQueue } from './fields/save-queue';
import { SwitchSetting } from './fields/switch-setting';
import { SettingsContext, useSetting } from './settings-context';
import { SETTINGS_COPY } from './settings-copy';

/** The account's settings. */
export function SettingsForm({ children }: { children: ReactNode }): ReactNode {
  const { accountId } = useUser();
  return (
    <EditedSettings key={accountId} accountId={accountId} subject="your settings" label="Loading settings">
      {children}
    </EditedSettings>
  );
}

interface EditedSettingsProps {
  accountId: string;
  /** The account an administrator is editing. Defaults to the user's own. */
  editedUserId?: string;
  /** Completes "Couldn't load …". */
  subject: string;
  label?: string;
  children: ReactNode;
}

/** Loads settings, and saves each field individually. */
export function EditedSettings({ accountId, editedUserId, subject, label, children }: EditedSettingsProps): ReactNode {
  const { data, isError, refetch } = useQuery({
    ...settingsQuery(accountId, editedUserId),
    // Other windows, colleagues, calls, syncs and Stripe can change this data.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const { mutateAsync: send } = useChangeSettings(accountId, editedUserId);
  const client = useQueryClient();
  // Bypasses the query, which would return stale data if the user leaves the page.
  const load = (): Promise<AccountSettings> => {
    assertSameAccount(client, accountId, editedUserId);
    return unwrap(api.GET(editedPath('/api/my/settings', editedUserId)));
  };
  const [queue] = useState(() => new SaveQueue({ load, send, explain: explainRejection }));
  // Combines the queue's state with the query, so a field never reverts between saving and refetching.
  const state = useStore(queue.state);
  const context = useMemo(
    () => data && { savedSettings: data, state, queue, editedUserId },
    [data, state, queue, editedUserId],
  );
  if (context) return <SettingsContext value={context}>{children}</SettingsContext>;
  return <LoadPlaceholder subject={subject} label={label} className="h-96" retry={isError && refetch} />;
}

export function MasterSwitch(): ReactNode {
  const { value: isActive } = useSetting('active');
  return (
    <div>
      <SwitchSetting name="active" label="Active" text="Process calls and send alerts" />
      <div role="status">
        {!isActive && (
          <p className="mt-4 flex animate-fade items-start gap-2.5 rounded-control bg-warning-soft px-3 py-2.5 text-on-warning-soft">
            <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
            {SETTINGS_COPY.paused}
          </p>
        )}
      </div>
    </div>
  );
}

/** Disables its controls while call processing is turned off. */
export function WhileActive({ children }: { children: ReactNode }): ReactNode {
  const { value: isActive } = useSetting('active');
  return (
    <fieldset disabled={!isActive} className="min-w-0 transition-opacity disabled:opacity-75">
      {children}
    </fieldset>
  );
}
