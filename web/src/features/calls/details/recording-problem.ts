/** Why a recording cannot be played: it was deleted, the browser cannot decode it, or it could not be fetched. */
export type RecordingProblem = 'gone' | 'unplayable' | 'unreachable';

/**
 * Finds out why an audio element failed. The element reports a deleted file, a refused request and a missing network
 * alike as a source that it does not support, so the API is asked about the recording.
 * @param error what the element reports
 */
export async function recordingProblem(url: string, error: MediaError | null): Promise<RecordingProblem> {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (response?.status === 404 || response?.status === 410) return 'gone';
  return response?.ok && error?.code !== MEDIA_ERR_NETWORK ? 'unplayable' : 'unreachable';
}

/** MediaError.MEDIA_ERR_NETWORK: https://html.spec.whatwg.org/multipage/media.html#mediaerror */
const MEDIA_ERR_NETWORK = 2;
