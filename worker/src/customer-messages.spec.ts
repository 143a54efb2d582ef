import type { AppError } from '@ringwell/domain/errors/app-error';
import { httpsOnly, notPublic } from '@ringwell/platform/outbound/outbound-error';

import { mailError } from './mail/mail-error';
import { providerError } from './provider-error';

// Settings and commands that only operators can use.
const OPERATOR_TERMS = /[A-Z]{3,}_[A-Z]|npm run|apt-get|server's settings/;

const SMTP_FAILURES = [
  { code: 'EAUTH' },
  { responseCode: 530 },
  { code: 'EENVELOPE' },
  ...['RCPT TO', 'MAIL FROM', 'DATA'].map((command) => ({
    code: 'EENVELOPE',
    responseCode: 550,
    permanent: true,
    command,
  })),
  { responseCode: 554, permanent: true },
  { responseCode: 451 },
  { code: 'ECONNECTION' },
];
const STATUSES = [undefined, 400, 401, 402, 403, 404, 413, 429, 500];

// The specs of the local recognizers check their messages in the same way.
test('errors stored with calls and messages never mention settings or commands that only operators can use', () => {
  const errors: AppError[] = [
    ...SMTP_FAILURES.map((failure) => mailError(failure, { wasFullySent: false })),
    mailError({}, { wasFullySent: true }),
    ...(['TRANSCRIPTION', 'ANALYSIS'] as const).flatMap((area) =>
      STATUSES.map((status) => providerError({ provider: 'Deepgram', area, status })),
    ),
    notPublic({ hostname: '10.0.0.1' }),
    httpsOnly({ hostname: 'localhost' }),
  ];
  expect(errors.map(({ message }) => message).filter((message) => OPERATOR_TERMS.test(message))).toEqual([]);
});
