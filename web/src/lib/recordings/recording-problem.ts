export type RecordingProblem = 'gone' | 'unplayable' | 'unreachable';

/**
 * Finds out why an audio element failed. The element reports a deleted file, a rejected request and a network failure
 * all as an unsupported source, so this asks the API for the recording.
 * @param error the audio element's error
 */
export async function findRecordingProblem(url: string, error: MediaError | null): Promise<RecordingProblem> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (response?.status === 404 || response?.status === 410) return 'gone';
  return response?.ok && error?.code !== MEDIA_ERR_NETWORK ? 'unplayable' : 'unreachable';
}

// MediaError.MEDIA_ERR_NETWORK: https://html.spec.whatwg.org/multipage/media.html#mediaerror
const MEDIA_ERR_NETWORK = 2;
