import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isHandledGlobally } from '../../api/api-error';
import { UPLOAD_PROGRESS } from '../../lib/constants';
import { serverMessage } from '../../lib/messages/server-message';
import { toast } from '../../lib/messages/toast-store';
import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import { accountKey, useUser } from '../../lib/session/session';
import { demoUsageQuery, uploadDemoRecording } from './api';
import { parseDemoResult, type DemoResult } from './demo-result';
import { DemoJobFailedError, DemoJobLostError, isAbortError, pollDemoJob, type DemoStep } from './poll-demo-job';

export interface DemoUpload {
  isBusy: boolean;
  percent: number;
  step: DemoStep | undefined;
  result: DemoResult | undefined;
  analyze: (recording: File) => void;
  /** Resumes polling. Defined only if polling stopped before the job finished. */
  resume: (() => void) | undefined;
  reset: () => void;
}

interface Job {
  id: string;
  step: DemoStep;
}

type Task = { recording: File } | { jobId: string };

export function useDemoUpload(): DemoUpload {
  const client = useQueryClient();
  const { accountId, status } = useUser();
  const [job, setJob] = useState<Job>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const poll = async (jobId: string, signal: AbortSignal): Promise<DemoResult> => {
    return parseDemoResult(await pollDemoJob(jobId, (step) => setJob({ id: jobId, step }), signal));
  };
  const analysis = useMutation({
    mutationFn: async (task: Task): Promise<DemoResult> => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      if ('jobId' in task) return poll(task.jobId, signal);
      const response = await uploadDemoRecording(task.recording, status === 'active', signal);
      toast({ title: UPLOAD_COPY.succeeded, description: response.message });
      if (!('job' in response)) return parseDemoResult(response);
      setJob({ id: response.job.id, step: 'queued' });
      return poll(response.job.id, signal);
    },
    onMutate: (task) => {
      if ('recording' in task) setJob(undefined);
    },
    onError: (error) => {
      // For a lost job, the page offers Refresh instead of a toast.
      if (isAbortError(error) || isHandledGlobally(error) || error instanceof DemoJobLostError) return;
      const description =
        error instanceof DemoJobFailedError ? error.message : serverMessage(error, UPLOAD_COPY.failed.description);
      toast({ title: UPLOAD_COPY.failed.title, description, tone: 'danger' });
    },
    onSettled: () =>
      Promise.all(
        [demoUsageQuery(accountId).queryKey, accountKey(accountId, 'calls')].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const simulatedPercent = useSimulatedPercent(analysis.isPending);

  const reset = (): void => {
    setJob(undefined);
    analysis.reset();
  };
  return {
    isBusy: analysis.isPending,
    percent: analysis.isSuccess ? 100 : simulatedPercent,
    step: job?.step,
    result: analysis.data,
    analyze: (recording) => analysis.mutate({ recording }),
    resume: job && analysis.error instanceof DemoJobLostError ? () => analysis.mutate({ jobId: job.id }) : undefined,
    reset,
  };
}

// The API doesn't report progress, so this rises at a fixed rate up to a cap.
function useSimulatedPercent(isBusy: boolean): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(
      () => setPercent((current) => Math.min(current + UPLOAD_PROGRESS.stepPercent, UPLOAD_PROGRESS.capPercent)),
      UPLOAD_PROGRESS.intervalMs,
    );
    return () => {
      clearInterval(timer);
      setPercent(0);
    };
  }, [isBusy]);
  return percent;
}
