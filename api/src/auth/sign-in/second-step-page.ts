import type { Config } from '@ringwell/platform/config/settings';

import { formPage, type FormFailure } from '../pages/form-page';
import { SECOND_STEP_PATH } from '../pages/page-problem.filter';

export interface SecondStepForm {
  returnTo: string;
  /** Asks for a recovery code instead of one of the app. */
  isRecovery: boolean;
  failure?: FormFailure;
}

/** Where the second step of a sign-in is. @param returnTo page to open afterwards */
export function secondStepPath(returnTo: string, isRecovery = false): string {
  const query = new URLSearchParams({ returnTo, ...(isRecovery && { recovery: 'true' }) });
  return `${SECOND_STEP_PATH}?${query.toString()}`;
}

/** The page that asks for the second factor, after the password. */
export function secondStepPage(config: Config, { returnTo, isRecovery, failure }: SecondStepForm): string {
  return formPage({
    productName: config.PRODUCT_NAME,
    title: isRecovery ? 'Enter a recovery code' : 'Enter your code',
    intro: isRecovery
      ? 'Use one of the codes that you saved when you turned on two-step verification. Each one works once.'
      : 'Open your authenticator app and enter the 6 digits that it shows.',
    failure,
    action: SECOND_STEP_PATH,
    hidden: { returnTo, ...(isRecovery && { recovery: 'true' }) },
    fields: [
      isRecovery
        ? { name: 'code', label: 'Recovery code', type: 'text', autocomplete: 'off', maxLength: 40 }
        : {
            name: 'code',
            label: 'Code',
            type: 'text',
            autocomplete: 'one-time-code',
            inputMode: 'numeric',
            maxLength: 40,
          },
    ],
    submit: 'Sign in',
    links: [
      { href: secondStepPath(returnTo, !isRecovery), text: isRecovery ? 'Use your app' : 'Use a recovery code' },
      { href: `/api/login/local?returnTo=${encodeURIComponent(returnTo)}`, text: 'Sign in as someone else' },
    ],
  });
}
