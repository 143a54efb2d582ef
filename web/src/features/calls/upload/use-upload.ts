import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isUnauthorized, serverMessage } from '../../../lib/api-error';
import { COPY } from '../../../lib/copy';
import { acceptRecording } from '../../../lib/recording-file';
import { toast } from '../../../lib/toast-store';
import { useRefreshCalls } from '../api';
import { uploadRecording } from './upload-recording';

interface Upload {
  /** The file that is on its way. */
  file: File | null;
  /** 0 to 100 of it has gone out. */
  percent: number;
  start: (file: File) => void;
  cancel: () => void;
}

/** One upload at a time; leaving the page calls it off. */
export function useUpload(): Upload {
  const [percent, setPercent] = useState(0);
  const running = useRef<AbortController | null>(null);
  const refresh = useRefreshCalls();
  const upload = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setPercent(0);
      return uploadRecording(file, { onProgress: setPercent, signal: controller.signal });
    },
    onSuccess: () => {
      toast({ title: COPY.upload.succeeded, description: 'The call is in line to be processed.' });
      return refresh();
    },
    onError: (error) => {
      const wasCalledOff = error.name === 'AbortError';
      if (wasCalledOff || isUnauthorized(error)) return;
      toast({ title: COPY.upload.failed.title, description: serverMessage(error, COPY.upload.failed.description), tone: 'danger' });
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
  };
}
