import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';
import { BASIC_ENGINE } from '@ringwell/domain/calls/engine-note';

const BASIC_NOTE =
  'Transcription is basic. For better transcripts, run "npm run models -- install parakeet" for English. ' +
  '"npm run models" lists models for other languages.';

/** Returns advice for administrators about the live workers' recognizers, calls, messages, models, mail server and inbox. */
export function engineNotes(engines: readonly WorkerEngines[]): string[] {
  const problems = engines.flatMap(({ transcriptionProblem }) => transcriptionProblem ?? []);
  const isBasic = engines.some(
    ({ transcription, modelProgress = [] }) =>
      transcription === BASIC_ENGINE && !modelProgress.some(({ purpose }) => purpose === 'transcription'),
  );
  const otherProblems = engines.flatMap(({ callProblem, messageProblem, mailProblem, inboxProblem }) =>
    [callProblem, messageProblem, mailProblem, inboxProblem].filter((problem) => typeof problem === 'string'),
  );
  const modelNotes = engines.flatMap(({ modelNotes: notes = [] }) => notes);
  return [
    ...new Set([...(problems.length > 0 || !isBasic ? problems : [BASIC_NOTE]), ...modelNotes, ...otherProblems]),
  ];
}
