import type { ReactNode } from 'react';

import { formatModelSize } from '../../lib/format/format';
import { Progress } from '../feedback/progress';

const PURPOSES: Record<string, string> = {
  transcription: 'transcribes calls',
  notes: 'writes the notes',
  speakers: 'tells speakers apart',
};

interface ModelDownload {
  name: string;
  purpose: string;
  receivedBytes: number;
  totalBytes: number;
  problem: string | null;
}

export function ModelDownloads({ models }: { models: readonly ModelDownload[] }): ReactNode {
  return (
    <ul className="grid gap-4">
      {models.map(({ name, purpose, receivedBytes, totalBytes, problem }) => (
        <li key={name} className="grid gap-1.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              <strong>{name}</strong> {PURPOSES[purpose]}
            </span>
            <span className="text-fg-muted">
              {formatModelSize(receivedBytes)} of {formatModelSize(totalBytes)}
            </span>
          </p>
          <Progress label={`${name} download`} percent={Math.floor((receivedBytes / totalBytes) * 100)} />
          {problem !== null && <p className="text-meta text-fg-muted">{problem} Retrying automatically.</p>}
        </li>
      ))}
    </ul>
  );
}
