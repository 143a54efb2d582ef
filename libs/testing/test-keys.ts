import { createHash } from 'node:crypto';

const deriveKey = (purpose: string): string => createHash('sha256').update(purpose).digest('base64');

/** `SECRETS_KEY` of the systems under test. */
export const TEST_KEY = deriveKey('secrets');
/** `SESSION_KEY` of the systems under test. */
export const TEST_SESSION_KEY = deriveKey('sessions');
