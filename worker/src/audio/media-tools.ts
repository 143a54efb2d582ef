import { AppError } from '@ringwell/domain/app-error';
import { runChild, type ChildResult, type ChildRun } from '../child-process';

/**
 * Containers that hold audio themselves. Everything else is refused before it is opened: a playlist (HLS, ffconcat)
 * named like a recording would make ffmpeg read whatever file it names.
 */
const FORMAT_WHITELIST = 'mp3,wav,mov,ogg,flac,aac,matroska,amr,asf';

/** What every ffmpeg and ffprobe call starts with: quiet, never asking, reading local files of known formats only. */
const SAFE_INPUT_ARGS = ['-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', FORMAT_WHITELIST];

/** ffmpeg ends itself in good order, with this code and half an output, when a signal tells it to stop. */
const FFMPEG_TOLD_TO_STOP = 255;

/** Names a local file so that ffmpeg takes no part of it for a protocol. */
export function fileInput(path: string): string {
  return `file:${path}`;
}

/**
 * Runs ffmpeg; `args` begin with the input.
 * @throws AppError DECODER_KILLED when somebody else ended it, so that a non-zero exit code always speaks of the file
 */
export function runFfmpeg(args: string[], options: Pick<ChildRun, 'signal' | 'readOutput'>): Promise<ChildResult> {
  return runMediaTool('ffmpeg', ['-nostdin', ...SAFE_INPUT_ARGS, ...args], options);
}

/** Runs ffmpeg on samples that this program decoded itself; `args` name input and output. @throws as `runFfmpeg` does */
export async function runEncoder(args: string[], signal: AbortSignal): Promise<void> {
  const safeArgs = ['-nostdin', '-y', '-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', 's16le'];
  const { exitCode, stderr } = await runMediaTool('ffmpeg', [...safeArgs, ...args], { signal });
  if (exitCode !== 0) throw new Error(`ffmpeg could not encode (${exitCode}): ${stderr}`);
}

/** Runs ffprobe; it never reads standard input. @throws as `runFfmpeg` does */
export function runFfprobe(args: string[], options: Pick<ChildRun, 'signal'>): Promise<ChildResult> {
  return runMediaTool('ffprobe', [...SAFE_INPUT_ARGS, ...args], options);
}

async function runMediaTool(
  command: 'ffmpeg' | 'ffprobe', args: string[], options: Pick<ChildRun, 'signal' | 'readOutput'>,
): Promise<ChildResult> {
  const result = await runChild({ command, args, ...options }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missing(command, error) : error;
  });
  const { exitCode, exitSignal } = result;
  if (exitSignal || (command === 'ffmpeg' && exitCode === FFMPEG_TOLD_TO_STOP)) throw killed(command, result);
  return result;
}

function missing(command: string, cause: unknown): AppError {
  return new AppError({
    kind: 'internal',
    code: 'FFMPEG_MISSING',
    message: `${command} is not installed on this worker. Install it, for example with: apt-get install -y ffmpeg`,
    cause,
  });
}

function killed(command: string, { exitCode, exitSignal, stderr }: ChildResult): AppError {
  return new AppError({
    kind: 'internal',
    code: 'DECODER_KILLED',
    message: 'Reading the recording was interrupted on our side, most often for want of memory. The call is tried again.',
    retryable: true,
    cause: new Error(`${command} ended with ${exitSignal ?? exitCode}: ${stderr.slice(-500)}`),
  });
}
