import { queryOptions } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { DemoAnswer, DemoJob, DemoPending } from '../../api/types';
import { myKey } from '../../lib/session';

export const demoUsageQuery = (userId: string) =>
  queryOptions({
    queryKey: myKey(userId, 'demo-usage'),
    queryFn: ({ signal }) => dataOf(api.GET('/api/my/demo-usage', { signal })),
  });

/** Sends a recording as the file `audio` of a form. The answer has the result, or says where to ask for it. */
export function uploadDemo(recording: File, signal: AbortSignal): Promise<DemoAnswer | DemoPending> {
  const form = new FormData();
  form.append('audio', recording);
  // The document knows a file as text; what is sent is the form.
  return dataOf(api.POST('/api/demo/upload', { body: { audio: recording.name }, bodySerializer: () => form, signal }));
}

export function demoJob(id: string, signal: AbortSignal): Promise<DemoJob> {
  return dataOf(api.GET('/api/demo/jobs/{id}', { params: { path: { id } }, signal }));
}
