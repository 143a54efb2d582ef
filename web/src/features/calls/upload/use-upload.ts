import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { ApiError, isAboutSession, serverMessage } from '../../../lib/api-error';
import { acceptRecording } from '../../../lib/recording-file';
import { toast } from '../../../lib/toast-store';
import { UPLOAD_COPY } from '../../../lib/upload-copy';
import { useRefreshCalls } from '../api';
import { randomKey } from './random-key';
import { uploadRecording } from './upload-recording';

interface Upload {
  /** The file that is on its way. */
  file: File | null;
  /** 0 to 100 of it has gone out. */
  percent: number;
  start: (file: File) => void;
  cancel: () => void;
  /** There when it is not known whether the last file arrived: sends it again, which never makes a second call of it. */
  retry: (() => void) | undefined;
}

/** One upload at a time; leaving the page calls it off. */
export function useUpload(): Upload {
  const [percent, setPercent] = useState(0);
  /** What was sent last and has not succeeded, with its key. */
  const series = useRef<{ file: File; key: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  const refresh = useRefreshCalls();
  const upload = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setPercent(0);
      if (!series.current || !isSameFile(series.current.file, file)) series.current = { file, key: randomKey() };
      return uploadRecording(file, { key: series.current.key, onProgress: setPercent, signal: controller.signal });
    },
    onSuccess: () => {
      series.current = null;
      toast({ title: UPLOAD_COPY.succeeded, description: 'Call queued for processing.' });
      return refresh();
    },
    onError: (error) => {
      if (wasCalledOff(error) || isAboutSession(error)) return;
      toast({
        title: UPLOAD_COPY.failed.title,
        description: serverMessage(error, UPLOAD_COPY.failed.description),
        tone: 'danger',
      });
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  return {
    file: upload.isPending ? upload.variables : null,
    percent,
    start: (file) => {
      if (acceptRecording(file)) upload.mutate(file);
    },
    cancel: () => running.current?.abort(),
    retry: upload.isError && mayHaveArrived(upload.error) ? () => upload.mutate(upload.variables) : undefined,
  };
}

function wasCalledOff(error: Error): boolean {
  return error.name === 'AbortError';
}

/** No answer came, or one that says that something broke on the other side. */
function mayHaveArrived(error: Error): boolean {
  return !wasCalledOff(error) && (!(error instanceof ApiError) || error.status >= 500);
}

/** Choosing a file anew makes another object of it. */
function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
