import { useState } from 'react';

import { readStorage, writeStorage } from './storage';

/** Like `useState`, for a flag stored in this browser. If storage is blocked, it lasts until the page is closed. */
export function useStoredFlag(key: string): [boolean, (isSet: boolean) => void] {
  const [isSet, setIsSet] = useState(() => readStorage('localStorage', key) !== null);
  const change = (value: boolean): void => {
    setIsSet(value);
    writeStorage('localStorage', key, value ? 'true' : null);
  };
  return [isSet, change];
}
