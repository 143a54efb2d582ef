import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/account-limits';
import { AppError, type AppErrorInit } from '@ringwell/domain/app-error';

/** The account is active: it hands in calls in earnest. */
export function demoOnly(): AppError {
  return new AppError({
    kind: 'forbidden',
    code: 'DEMO_ONLY',
    message: 'Demo sandbox is only available for demo accounts',
  });
}

export function demoLimitReached(): AppError {
  return new AppError({
    kind: 'forbidden',
    code: 'DEMO_LIMIT_REACHED',
    message: `You have reached your demo limit of ${DEMO_UPLOAD_LIMIT} uploads. Contact an admin to activate your account.`,
  });
}

const INVALID_FILE_TYPE: AppErrorInit = {
  kind: 'unsupported_media',
  code: 'INVALID_FILE_TYPE',
  message: 'Please upload an audio file (MP3, WAV, etc.)',
};

/** What the intake refuses, by its code, in the words of the demo page. */
const IN_WORDS_OF_THE_PAGE: Record<string, AppErrorInit> = {
  UNSUPPORTED_AUDIO: INVALID_FILE_TYPE,
  RECORDING_TOO_LARGE: {
    kind: 'too_large',
    code: 'FILE_TOO_LARGE',
    message: 'Please upload an audio file smaller than 50MB',
  },
  RECORDING_MISSING: {
    kind: 'invalid',
    code: 'RECORDING_MISSING',
    message: 'There is no recording. Choose an audio file and upload it as the file audio.',
  },
  UNSUPPORTED_CONTENT_TYPE: {
    kind: 'unsupported_media',
    code: 'UNSUPPORTED_CONTENT_TYPE',
    message: 'Send multipart/form-data with the recording as the file audio, not compressed.',
  },
};

/** For `catch`. @throws the refusal in the page's own words, where it has some; else the error as it is */
export function rethrowInWordsOfThePage(error: unknown): never {
  const worded = error instanceof AppError ? IN_WORDS_OF_THE_PAGE[error.code] : undefined;
  throw worded ? new AppError({ ...worded, cause: error }) : error;
}

/** The page takes only what the browser itself calls audio. @throws AppError `INVALID_FILE_TYPE` */
export function assertDeclaredAudio(mediaType: string): void {
  if (!mediaType.toLowerCase().startsWith('audio/')) throw new AppError(INVALID_FILE_TYPE);
}
