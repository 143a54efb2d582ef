import { useState } from 'react';

import { readStorage, writeStorage } from './storage';

/**
 * A flag that this browser remembers for a key. If its storage is blocked, the flag lasts until the page is closed.
 * @returns the flag and a function that changes it, like `useState`
 */
export function useStoredFlag(key: string): [boolean, (isSet: boolean) => void] {
  const [isSet, setIsSet] = useState(() => readStorage('localStorage', key) !== null);
  const change = (value: boolean): void => {
    setIsSet(value);
    writeStorage('localStorage', key, value ? 'true' : null);
  };
  return [isSet, change];
}
