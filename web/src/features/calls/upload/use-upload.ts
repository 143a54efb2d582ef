import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { ApiError, isHandledGlobally } from '../../../api/api-error';
import { serverMessage } from '../../../lib/messages/server-message';
import { toast } from '../../../lib/messages/toast-store';
import { fileError } from '../../../lib/recordings/recording-file';
import { UPLOAD_COPY } from '../../../lib/recordings/upload-copy';
import { useRefreshCalls } from '../api';
import { toDetails, type CallFields } from '../call-fields';
import { uploadRecording } from './upload-recording';

interface Rejection {
  title: string;
  description: string;
}

/** A recording and the details that the user entered. */
interface Recording {
  file: File;
  fields: CallFields;
}

export interface Upload {
  /** Not sent until the user has entered its details. */
  chosenFile: File | null;
  /** Opens the details dialog for a file, or closes it when given null. */
  choose: (file: File | null) => void;
  send: (file: File, fields: CallFields) => void;
  uploadingFile: File | null;
  percent: number;
  cancel: () => void;
  /** Defined when the last upload may have arrived. Resends it with the same key, so it is stored only once. */
  retry: (() => void) | undefined;
  rejection: Rejection | null;
  dismissRejection: () => void;
}

/** Uploads one recording at a time. Leaving the page cancels the upload. */
export function useUpload(): Upload {
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const [percent, setPercent] = useState(0);
  // The last recording that hasn't been uploaded successfully, with its idempotency key.
  const unconfirmedUpload = useRef<(Recording & { key: string }) | null>(null);
  const abortController = useRef<AbortController | null>(null);
  const refresh = useRefreshCalls();
  const upload = useMutation({
    mutationFn: (recording: Recording) => {
      const controller = new AbortController();
      abortController.current = controller;
      setPercent(0);
      setRejection(null);
      if (!unconfirmedUpload.current || !isSameRecording(unconfirmedUpload.current, recording))
        unconfirmedUpload.current = { ...recording, key: randomKey() };
      return uploadRecording(recording.file, toDetails(recording.fields), {
        key: unconfirmedUpload.current.key,
        onProgress: setPercent,
        signal: controller.signal,
      });
    },
    onSuccess: () => {
      unconfirmedUpload.current = null;
      toast({ title: UPLOAD_COPY.succeeded, description: 'Call queued for processing.' });
      return refresh();
    },
    onError: (error) => {
      if (wasCanceled(error) || isHandledGlobally(error)) return;
      const { title, description } = UPLOAD_COPY.failed;
      setRejection({ title, description: serverMessage(error, description) });
    },
  });
  useEffect(() => () => abortController.current?.abort(), []);
  return {
    chosenFile,
    choose: (file) => {
      const newRejection = file && fileError(file);
      setRejection(newRejection);
      setChosenFile(newRejection ? null : file);
    },
    send: (file, fields) => {
      setChosenFile(null);
      upload.mutate({ file, fields });
    },
    uploadingFile: upload.isPending ? upload.variables.file : null,
    percent,
    cancel: () => abortController.current?.abort(),
    retry: upload.isError && mightHaveArrived(upload.error) ? () => upload.mutate(upload.variables) : undefined,
    rejection,
    dismissRejection: () => setRejection(null),
  };
}

function wasCanceled(error: Error): boolean {
  return error.name === 'AbortError';
}

function mightHaveArrived(error: Error): boolean {
  return !wasCanceled(error) && (!(error instanceof ApiError) || error.status >= 500);
}

// Choosing the same file again creates a new File object.
function isSameRecording(a: Recording, b: Recording): boolean {
  return (
    a.file.name === b.file.name &&
    a.file.size === b.file.size &&
    a.file.lastModified === b.file.lastModified &&
    JSON.stringify(a.fields) === JSON.stringify(b.fields)
  );
}

// 32 random hexadecimal digits. `crypto.randomUUID` isn't available over plain HTTP.
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
