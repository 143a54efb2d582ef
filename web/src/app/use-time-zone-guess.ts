import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { api, dataOf } from '../api/client';
import { browserTimeZone } from '../lib/format';
import { mySettingsQuery } from '../lib/my-settings-query';
import { useUser } from '../lib/session';
import { showTimeZone } from '../lib/show-time-zone';

/** Gives an account without a time zone that of its browser, but not that of an administrator who views it. */
export function useTimeZoneGuess(): void {
  const { id, timeZone, isImpersonated } = useUser();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => dataOf(api.PUT('/api/my/settings', { body: { timeZone: browserTimeZone() } })),
    onSuccess: (settings) => {
      client.setQueryData(mySettingsQuery(id).queryKey, settings);
      showTimeZone(client, id, settings.timeZone);
    },
  });
  const isMissing = timeZone === null && !isImpersonated;
  useEffect(() => {
    if (isMissing) mutate();
  }, [isMissing, mutate]);
}
