import type { Config } from '@ringwell/platform/config/environment-settings';

import { formPage, type FormFailure, type FormPageOptions } from '../pages/form-page';
import type { PageLink } from '../pages/message-page';
import { PASSKEY_STEP_PATH, SECOND_STEP_PATH } from '../pages/page-problem.filter';
import type { SecondStepChoices } from './second-step.service';

export const SECOND_STEP_METHODS = ['passkey', 'app', 'recovery'] as const;
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number];

export interface SecondStepPageOptions {
  returnTo: string;
  /** The requested factor. If the user doesn't have it, the page asks for their best factor. */
  method: unknown;
  choices: SecondStepChoices;
  failure?: FormFailure;
}

const LINK_TEXTS: Record<SecondStepMethod, string> = {
  passkey: 'Use a passkey',
  app: 'Use your authenticator app',
  recovery: 'Use a recovery code',
};

export function secondStepPath(returnTo: string, method?: SecondStepMethod): string {
  const query = new URLSearchParams({ returnTo, ...(method !== undefined && { method }) });
  return `${SECOND_STEP_PATH}?${query.toString()}`;
}

export function secondStepPage(
  config: Config,
  { returnTo, method: requestedMethod, choices, failure }: SecondStepPageOptions,
): string {
  const availableMethods = SECOND_STEP_METHODS.filter((method) => isAvailable(method, choices));
  const method = availableMethods.find((each) => each === requestedMethod) ?? availableMethods[0] ?? 'recovery';
  const otherLinks = availableMethods
    .filter((each) => each !== method)
    .map((each): PageLink => ({ href: secondStepPath(returnTo, each), text: LINK_TEXTS[each] }));
  return formPage({
    productName: config.PRODUCT_NAME,
    failure,
    ...FORMS[method],
    hiddenFields: { returnTo, ...FORMS[method].hiddenFields },
    links: [
      ...otherLinks,
      { href: `/api/login/local?returnTo=${encodeURIComponent(returnTo)}`, text: 'Sign in as someone else' },
    ],
  });
}

const FORMS: Record<SecondStepMethod, Omit<FormPageOptions, 'productName' | 'links'>> = {
  passkey: {
    title: 'Use your passkey',
    intro: 'Your device will ask for your fingerprint, face, screen lock or security key.',
    action: PASSKEY_STEP_PATH,
    hiddenFields: { credential: '' },
    fields: [],
    submitLabel: 'Use passkey',
    script: '/passkey-step.js',
  },
  app: {
    title: 'Enter your code',
    intro: 'Open your authenticator app and enter the 6-digit code.',
    action: SECOND_STEP_PATH,
    hiddenFields: { method: 'app' },
    fields: [
      {
        name: 'code',
        label: 'Code',
        type: 'text',
        autocomplete: 'one-time-code',
        inputMode: 'numeric',
        maxLength: 40,
      },
    ],
    submitLabel: 'Sign in',
  },
  recovery: {
    title: 'Enter a recovery code',
    intro: 'Use one of the codes that you saved when you turned on two-step verification. Each one works once.',
    action: SECOND_STEP_PATH,
    hiddenFields: { method: 'recovery' },
    fields: [{ name: 'code', label: 'Recovery code', type: 'text', autocomplete: 'off', maxLength: 40 }],
    submitLabel: 'Sign in',
  },
};

function isAvailable(method: SecondStepMethod, { hasApp, hasPasskey }: SecondStepChoices): boolean {
  if (method === 'app') return hasApp;
  return method === 'recovery' || hasPasskey;
}
