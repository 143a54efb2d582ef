import { WorkerIdentity } from '../../worker-identity';

export function makeWorkerIdentity(): WorkerIdentity {
  return new WorkerIdentity(
    () => 1,
    () => ({ transcription: 'test', analysis: 'test' }),
  );
}
