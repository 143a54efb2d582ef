import { api, unwrap } from '../../api/client';
import type { DemoUploadResult, DemoJob, DemoPending } from '../../api/types';
import { getQuery } from '../../lib/queries/get-query';
import { accountKey } from '../../lib/session/session';

export const demoUsageQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'demo-usage'), '/api/my/demo-usage');

/**
 * Uploads a recording in the form field `audio`. The response contains the result or a job to poll. Full accounts
 * use a separate route that counts minutes instead of uploads.
 */
export function uploadDemoRecording(
  recording: File,
  isFullAccount: boolean,
  signal: AbortSignal,
): Promise<DemoUploadResult | DemoPending> {
  const form = new FormData();
  form.append('audio', recording);
  // The generated types describe a file as a string. The serializer sends the form instead.
  const path = isFullAccount ? '/api/demo/trial' : '/api/demo/upload';
  return unwrap(api.POST(path, { body: { audio: recording.name }, bodySerializer: () => form, signal }));
}

export function fetchDemoJob(id: string, signal: AbortSignal): Promise<DemoJob> {
  return unwrap(api.GET('/api/demo/jobs/{id}', { params: { path: { id } }, signal }));
}
