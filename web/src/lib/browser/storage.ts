type StorageName = 'localStorage' | 'sessionStorage';

/** @returns the text stored for a key; null without one, or if the browser blocks its storage */
export function readStorage(storage: StorageName, key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** @returns the object stored as JSON for a key; an empty one without a readable value */
export function readStoredObject<T extends object>(storage: StorageName, key: string): Partial<T> {
  try {
    return JSON.parse(readStorage(storage, key) ?? '{}') as Partial<T>;
  } catch {
    return {};
  }
}

/**
 * @param text removes what is stored for the key if null
 * @returns false if the browser blocks its storage, or it's full
 */
export function writeStorage(storage: StorageName, key: string, text: string | null): boolean {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
