import { useEffect } from 'react';

import { useChangeSettings } from '../features/settings/api';
import { browserTimeZone } from '../lib/format';
import { useUser } from '../lib/session';

/** Gives an account without a time zone that of its browser, but not that of an administrator who views it. */
export function useTimeZoneGuess(): void {
  const { id, timeZone, isImpersonated } = useUser();
  const { mutate } = useChangeSettings(id);
  const isMissing = timeZone === null && !isImpersonated;
  useEffect(() => {
    if (isMissing) mutate({ timeZone: browserTimeZone() });
  }, [isMissing, mutate]);
}
