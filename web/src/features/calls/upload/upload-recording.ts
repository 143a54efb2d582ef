import { ApiError } from '../../../api/api-error';
import { accountHeaders } from '../../../api/client';
import type { AcceptedCall } from '../../../api/types';
import { UPLOAD_COPY } from '../../../lib/recordings/upload-copy';
import type { CallDetails } from '../call-fields';

interface UploadOptions {
  /** Idempotency key: 1 to 255 visible ASCII characters. */
  key: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a recording with XMLHttpRequest, because fetch doesn't report upload progress.
 * @throws ApiError for an error status, Error if the connection failed, or the signal's reason if aborted
 */
export function uploadRecording(
  file: File,
  details: CallDetails,
  { key, onProgress, signal }: UploadOptions,
): Promise<AcceptedCall> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/calls');
    const headers = { 'Idempotency-Key': key, ...accountHeaders() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0),
    );
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status >= 300)
        return reject(new ApiError(request.status, request.responseText, request.statusText));
      try {
        resolve(JSON.parse(request.responseText) as AcceptedCall);
      } catch {
        reject(new Error(UPLOAD_COPY.lost)); // the response is from a proxy
      }
    });
    request.addEventListener('error', () => reject(new Error(UPLOAD_COPY.lost)));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    for (const [name, value] of Object.entries<string | null>(details)) if (value !== null) form.append(name, value);
    form.append('audio', file);
    request.send(form);
  });
}
