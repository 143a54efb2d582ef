import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isAboutSession, serverMessage } from '../../lib/api-error';
import { UPLOAD_PROGRESS } from '../../lib/constants';
import { useUser } from '../../lib/session';
import { toast } from '../../lib/toast-store';
import { UPLOAD_COPY } from '../../lib/upload-copy';
import { demoUsageQuery, uploadDemo } from './api';
import { resultOf, type DemoResult } from './demo-result';
import { DemoFailed, DemoLost, followDemo, isAbort, type DemoStep } from './follow-demo';

export interface DemoUpload {
  isBusy: boolean;
  /** 0 to 100. */
  percent: number;
  /** The step of the job; undefined while the recording is on its way. */
  step: DemoStep | undefined;
  result: DemoResult | undefined;
  analyze: (recording: File) => void;
  /** There when the job was lost sight of: asks for it again. */
  lookAgain: (() => void) | undefined;
  reset: () => void;
}

interface Job {
  id: string;
  step: DemoStep;
}

type Work = { recording: File } | { jobId: string };

/** Uploads a recording and stays with it until its result is there. It lets go when the screen does. */
export function useDemoUpload(): DemoUpload {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const [job, setJob] = useState<Job>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const follow = async (jobId: string, signal: AbortSignal): Promise<DemoResult> => {
    return resultOf(await followDemo(jobId, (step) => setJob({ id: jobId, step }), signal));
  };
  const work = useMutation({
    mutationFn: async (task: Work): Promise<DemoResult> => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      if ('jobId' in task) return follow(task.jobId, signal);
      const answer = await uploadDemo(task.recording, signal);
      toast({ title: UPLOAD_COPY.succeeded, description: answer.message });
      if (!('job' in answer)) return resultOf(answer);
      setJob({ id: answer.job.id, step: 'queued' });
      return follow(answer.job.id, signal);
    },
    onMutate: (task) => {
      if ('recording' in task) setJob(undefined);
    },
    onError: (error) => {
      // The screen offers to look again.
      if (isAbort(error) || isAboutSession(error) || error instanceof DemoLost) return;
      const description =
        error instanceof DemoFailed ? error.message : serverMessage(error, UPLOAD_COPY.failed.description);
      toast({ title: UPLOAD_COPY.failed.title, description, tone: 'danger' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: demoUsageQuery(userId).queryKey }),
  });
  const simulated = useSimulatedPercent(work.isPending);

  const reset = (): void => {
    setJob(undefined);
    work.reset();
  };
  return {
    isBusy: work.isPending,
    percent: work.isSuccess ? 100 : simulated,
    step: job?.step,
    result: work.data,
    analyze: (recording) => work.mutate({ recording }),
    lookAgain: job && work.error instanceof DemoLost ? () => work.mutate({ jobId: job.id }) : undefined,
    reset,
  };
}

/** Nobody knows how long the work takes: it rises step by step and waits at the cap. */
function useSimulatedPercent(isBusy: boolean): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(
      () => setPercent((now) => Math.min(now + UPLOAD_PROGRESS.stepPercent, UPLOAD_PROGRESS.capPercent)),
      UPLOAD_PROGRESS.everyMs,
    );
    return () => {
      clearInterval(timer);
      setPercent(0);
    };
  }, [isBusy]);
  return percent;
}
