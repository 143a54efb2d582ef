import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';
import { AppError, forbidden, type AppErrorInit } from '@ringwell/domain/errors/app-error';

export function demoOnly(): AppError {
  return forbidden('DEMO_ONLY', 'Demo sandbox is only available for demo accounts');
}

export function demoLimitReached(): AppError {
  return forbidden(
    'DEMO_LIMIT_REACHED',
    `You have reached your demo limit of ${DEMO_UPLOAD_LIMIT} uploads. ` + 'Contact an admin to activate your account.',
  );
}

const INVALID_FILE_TYPE: AppErrorInit = {
  kind: 'unsupported_media',
  code: 'INVALID_FILE_TYPE',
  message: 'Please upload an audio file (MP3, WAV, etc.)',
};

// The demo page's error messages, by intake error code.
const DEMO_ERRORS: Record<string, AppErrorInit> = {
  UNSUPPORTED_AUDIO: INVALID_FILE_TYPE,
  RECORDING_TOO_LARGE: {
    kind: 'too_large',
    code: 'FILE_TOO_LARGE',
    message: 'Please upload an audio file smaller than 50MB',
  },
  RECORDING_MISSING: {
    kind: 'invalid',
    code: 'RECORDING_MISSING',
    message: 'The recording is missing. Upload an audio file in the audio field.',
  },
  UNSUPPORTED_CONTENT_TYPE: {
    kind: 'unsupported_media',
    code: 'UNSUPPORTED_CONTENT_TYPE',
    message: 'Send multipart/form-data with the recording in the audio field. Do not compress the request.',
  },
};

export function rethrowAsDemoError(error: unknown): never {
  const demoError = error instanceof AppError ? DEMO_ERRORS[error.code] : undefined;
  throw demoError ? new AppError({ ...demoError, cause: error }) : error;
}

/** The demo page only accepts files that the browser declares as audio. @throws AppError `INVALID_FILE_TYPE` */
export function assertAudioMediaType(mediaType: string): void {
  if (!mediaType.toLowerCase().startsWith('audio/')) throw new AppError(INVALID_FILE_TYPE);
}
