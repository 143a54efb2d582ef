type StorageName = 'localStorage' | 'sessionStorage';

/** @returns null if nothing is stored for the key, or the browser blocks storage */
export function readStorage(storage: StorageName, key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Reads an object stored as JSON. Returns an empty object if there is none or it can't be parsed. */
export function readStoredObject<T extends object>(storage: StorageName, key: string): Partial<T> {
  try {
    return JSON.parse(readStorage(storage, key) ?? '{}') as Partial<T>;
  } catch {
    return {};
  }
}

/**
 * @param text null deletes the stored value
 * @returns false if the browser blocks storage, or it's full
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
