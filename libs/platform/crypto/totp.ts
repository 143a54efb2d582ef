import { Secret, TOTP } from 'otpauth';

// All authenticator apps support these RFC 6238 parameters.
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
// RFC 4226, section 4, recommends this length.
const SECRET_BYTES = 20;
// 30-second steps that a code may be early or late, to allow for clock drift and slow typing (RFC 6238, section 5.2).
const WINDOW = 1;

const CODE = /^\d{6}$/;

/** Generates a secret for an authenticator app, in base32. */
export function generateTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * Returns the `otpauth` URI that authenticator apps read from a QR code.
 * @param names the product and user names that the app displays
 */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...PARAMETERS, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** Whether a string looks like an authenticator app's code, without spaces. */
export function isTotpCode(text: string): boolean {
  return CODE.test(text);
}

/** Returns a valid code's time step, which the caller stores to reject reuse; `undefined` if the code is wrong. */
export function verifyTotp(secret: string, code: string, nowMs = Date.now()): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
