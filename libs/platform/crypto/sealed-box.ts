import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { AppError } from '@ringwell/domain/app-error';

const VERSION = 'v1.';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** 96 bits, the length GCM is made for (NIST SP 800-38D, 8.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals the secrets that are stored in the database (AES-256-GCM).
 *
 * A sealed value reads `v1.` and then, in base64url, nonce, ciphertext and tag; a later scheme gets another prefix. The
 * context is bound to the value without being stored: name the table, the column and the row, for example
 * `account_settings.slack_bot_token:<userId>`. A value that somebody copies to another row then does not open.
 */
export class SealedBox {
  private readonly key: Buffer;

  /** @param key 32 bytes in base64 (`SECRETS_KEY`) */
  constructor(key: string) {
    this.key = Buffer.from(key, 'base64');
    if (this.key.length !== KEY_BYTES) throw new Error('The key of a sealed box must be 32 bytes in base64.');
  }

  /** Two seals of one text differ: never compare sealed values. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return VERSION + sealed.toString('base64url');
  }

  /** @throws AppError `SECRET_UNREADABLE` when the value was changed, moved, or sealed with another key */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) throw unreadable();
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw unreadable(cause);
    }
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError({
    kind: 'internal',
    code: 'SECRET_UNREADABLE',
    message: 'A stored secret cannot be opened. Check that SECRETS_KEY is the key it was saved with, or enter the secret again.',
    cause,
  });
}
