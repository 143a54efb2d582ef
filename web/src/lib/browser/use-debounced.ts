import { useEffect, useState } from 'react';

import { SEARCH_DELAY_MS } from '../constants';

/** Returns the search text once the user stops typing. */
export function useDebounced(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debouncedText;
}
