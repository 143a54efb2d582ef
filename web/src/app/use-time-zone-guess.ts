import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api, dataOf } from '../api/client';
import { browserTimeZone } from '../lib/format/format';
import { mySettingsQuery } from '../lib/queries/my-settings-query';
import { useMay, useUser } from '../lib/session/session';
import { showTimeZone } from '../lib/session/show-time-zone';

/** Sets the time zone of an account without one to the browser's, unless an administrator is viewing it. */
export function useTimeZoneGuess(): void {
  const { accountId, timeZone, isImpersonated } = useUser();
  const mayChange = useMay('manager');
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => dataOf(api.PUT('/api/my/settings', { body: { timeZone: browserTimeZone() } })),
    onSuccess: (settings) => {
      client.setQueryData(mySettingsQuery(accountId).queryKey, settings);
      showTimeZone(client, accountId, settings.timeZone);
    },
  });
  const isMissing = timeZone === null && !isImpersonated && mayChange;
  useEffect(() => {
    if (isMissing) mutate();
  }, [isMissing, mutate]);
}
