import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

/** Far longer than a browser's response, which is about 1,500 characters. */
export const MAX_CREDENTIAL_LENGTH = 8_000;

const base64url = z.string().regex(/^[\w-]+$/);
const credentialFields = { id: base64url, rawId: base64url, type: z.literal('public-key') };
const extensions = z.looseObject({}).default({});

const registrationSchema = z.looseObject({
  ...credentialFields,
  clientExtensionResults: extensions,
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});

const authenticationSchema = z.looseObject({
  ...credentialFields,
  clientExtensionResults: extensions,
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
});

/** Parses a browser's new passkey (`PublicKeyCredential.toJSON()`); `undefined` for anything else. */
export function readRegistration(text: string): RegistrationResponseJSON | undefined {
  return registrationSchema.safeParse(parseJson(text)).data;
}

/** Parses a browser's passkey response; `undefined` for anything else. */
export function readAuthentication(text: string): AuthenticationResponseJSON | undefined {
  return authenticationSchema.safeParse(parseJson(text)).data as AuthenticationResponseJSON | undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
