import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { internal } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';

const VERSION = 'v1.';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
// 96 bits, the recommended length for GCM (NIST SP 800-38D, section 8.2).
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const UNREADABLE =
  "Couldn't decrypt a stored secret. Check that SECRETS_KEY or SECRETS_KEY_PREVIOUS contains the key that it was saved " +
  'with, or enter the secret again.';

/**
 * Encrypts secrets stored in the database (AES-256-GCM).
 *
 * A sealed value is `v1.` followed by nonce, ciphertext and tag in base64url. The context is authenticated but not
 * stored: table, column and row, for example `account_settings.slack_bot_token:<accountId>`. A value copied to another
 * row cannot be opened.
 *
 * The value doesn't identify its key; opening tries the current key, then the previous ones.
 */
export class SecretBox {
  private readonly key: Buffer;
  private readonly previousKeys: readonly Buffer[];

  /**
   * @param key 32 bytes in base64 (`SECRETS_KEY`), for sealing and opening
   * @param previousKeys `SECRETS_KEY_PREVIOUS`, for opening only
   */
  constructor(key: string, previousKeys: readonly string[] = []) {
    this.key = decodeKey(key);
    this.previousKeys = previousKeys.map(decodeKey);
  }

  /** Seals a string. Sealing the same string twice produces different values, so never compare sealed values. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(context),
    );
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return VERSION + sealed.toString('base64url');
  }

  /** @throws AppError `SECRET_UNREADABLE` if the value was changed, moved, or sealed with an unknown key */
  open(sealed: string, context: string): string {
    const { text, cause } = this.tryKeys(sealed, context, [this.key, ...this.previousKeys]);
    if (text === undefined)
      throw internal('SECRET_UNREADABLE', UNREADABLE, { cause: new OperatorInstruction(UNREADABLE, cause) });
    return text;
  }

  /**
   * Reseals a value with the current key; `undefined` if it already uses that key.
   * @throws AppError `SECRET_UNREADABLE`, like `open`
   */
  rotate(sealed: string, context: string): string | undefined {
    const isCurrent = this.tryKeys(sealed, context, [this.key]).text !== undefined;
    return isCurrent ? undefined : this.seal(this.open(sealed, context), context);
  }

  private tryKeys(sealed: string, context: string, keys: readonly Buffer[]): { text?: string; cause?: unknown } {
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) return {};
    let cause: unknown;
    for (const key of keys) {
      try {
        return { text: decrypt(bytes, key, context) };
      } catch (error) {
        cause = error;
      }
    }
    return { cause };
  }
}

function decodeKey(base64: string): Buffer {
  const key = Buffer.from(base64, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('The encryption key must be 32 bytes in base64.');
  return key;
}

function decrypt(bytes: Buffer, key: Buffer, context: string): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}
