import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The current time, updated every minute by default, for text such as `5 minutes ago`. */
export function useNow(intervalMs = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
