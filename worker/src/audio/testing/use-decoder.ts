import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { decodeRecording, type DecodedRecording, type DecodeRequest } from '../decode-recording';

export interface Decoder {
  directory: string;
  /** The latest run's work folder. */
  readonly workDir: string;
  /** Decodes a recording (up to four hours) in a new work folder. */
  decode: (sourcePath: string, options?: Partial<DecodeRequest>) => Promise<DecodedRecording>;
}

/** Call this at the top of a suite; the folder is removed after the suite's tests. */
export function useDecoder(): Decoder {
  const directory = temporaryDirectory();
  let runs = 0;
  const runWorkDir = (): string => join(directory, `run-${runs}`);
  return {
    directory,
    get workDir() {
      return runWorkDir();
    },
    decode: async (sourcePath, options = {}) => {
      runs += 1;
      const workDir = runWorkDir();
      await mkdir(workDir);
      return decodeRecording({
        sourcePath,
        workDir,
        maxDurationSeconds: 4 * 3_600,
        signal: new AbortController().signal,
        ...options,
      });
    },
  };
}
