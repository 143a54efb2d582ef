import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { ApiError, isAboutSession } from '../../../api/api-error';
import { acceptRecording } from '../../../lib/recording-file';
import { serverMessage } from '../../../lib/server-message';
import { toast } from '../../../lib/toast-store';
import { UPLOAD_COPY } from '../../../lib/upload-copy';
import { useRefreshCalls } from '../api';
import { uploadRecording } from './upload-recording';

interface Upload {
  file: File | null;
  percent: number;
  start: (file: File) => void;
  cancel: () => void;
  /** Defined when the last upload may have arrived. Sends it with the same key, so that it is not stored twice. */
  retry: (() => void) | undefined;
}

/** One upload at a time; leaving the page cancels it. */
export function useUpload(): Upload {
  const [percent, setPercent] = useState(0);
  // The last file that has not succeeded, with its idempotency key.
  const unconfirmed = useRef<{ file: File; key: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  const refresh = useRefreshCalls();
  const upload = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setPercent(0);
      if (!unconfirmed.current || !isSameFile(unconfirmed.current.file, file))
        unconfirmed.current = { file, key: randomKey() };
      return uploadRecording(file, { key: unconfirmed.current.key, onProgress: setPercent, signal: controller.signal });
    },
    onSuccess: () => {
      unconfirmed.current = null;
      toast({ title: UPLOAD_COPY.succeeded, description: 'Call queued for processing.' });
      return refresh();
    },
    onError: (error) => {
      if (wasCanceled(error) || isAboutSession(error)) return;
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

function wasCanceled(error: Error): boolean {
  return error.name === 'AbortError';
}

function mayHaveArrived(error: Error): boolean {
  return !wasCanceled(error) && (!(error instanceof ApiError) || error.status >= 500);
}

// Choosing the same file again creates a new File object.
function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

// 32 random hexadecimal digits. `crypto.randomUUID` is not available over plain HTTP.
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
