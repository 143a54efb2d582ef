import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

// Loaded on demand, because only users with passkeys need it.
const loadLibrary = () => import('@simplewebauthn/browser');

/** Whether this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/**
 * Asks the user to create a passkey.
 * @param options from the API
 * @returns the body of the request to the API, as JSON
 * @throws PasskeyFailure
 */
export async function createPasskey(options: Record<string, unknown>): Promise<string> {
  const { startRegistration } = await loadLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return JSON.stringify(await startRegistration({ optionsJSON }).catch(throwPasskeyFailure));
}

/** Asks the user for one of their passkeys, like `createPasskey`. */
export async function askForPasskey(options: Record<string, unknown>): Promise<string> {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return JSON.stringify(await startAuthentication({ optionsJSON }).catch(throwPasskeyFailure));
}

/** Thrown when the browser returns no passkey. The message explains why. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
}

// Browsers deliberately don't distinguish a canceled request from a missing passkey.
function throwPasskeyFailure(error: unknown): never {
  const isAlreadyRegistered = error instanceof Error && error.name === 'InvalidStateError';
  throw new PasskeyFailure(
    isAlreadyRegistered
      ? 'This device already has a passkey for your account.'
      : "Your passkey wasn't used: the request was canceled or took too long. Try again.",
    { cause: error },
  );
}
