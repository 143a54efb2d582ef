import { AppError } from '@ringwell/domain/app-error';
import { runChild, type ChildResult, type ChildRun } from '../child-process';

/**
 * Containers that hold audio themselves. Everything else is refused before it is opened: a playlist (HLS, ffconcat)
 * named like a recording would make ffmpeg read whatever file it names.
 */
const FORMAT_WHITELIST = 'mp3,wav,mov,ogg,flac,aac,matroska,amr,asf';

/** What every ffmpeg and ffprobe call starts with: quiet, never asking, reading local files of known formats only. */
const SAFE_INPUT_ARGS = ['-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', FORMAT_WHITELIST];

/** Names a local file so that ffmpeg takes no part of it for a protocol. */
export function fileInput(path: string): string {
  return `file:${path}`;
}

/** Runs ffmpeg; `args` begin with the input. */
export function runFfmpeg(args: string[], options: Pick<ChildRun, 'signal' | 'readOutput'>): Promise<ChildResult> {
  return runMediaTool('ffmpeg', ['-nostdin', ...SAFE_INPUT_ARGS, ...args], options);
}

/** Runs ffmpeg on samples that this program decoded itself; `args` name input and output. */
export async function runEncoder(args: string[], signal: AbortSignal): Promise<void> {
  const safeArgs = ['-nostdin', '-y', '-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', 's16le'];
  const { exitCode, exitSignal, stderr } = await runMediaTool('ffmpeg', [...safeArgs, ...args], { signal });
  if (exitCode !== 0) throw new Error(`ffmpeg could not encode (${exitSignal ?? exitCode}): ${stderr}`);
}

/** Runs ffprobe; it never reads standard input. */
export function runFfprobe(args: string[], options: Pick<ChildRun, 'signal'>): Promise<ChildResult> {
  return runMediaTool('ffprobe', [...SAFE_INPUT_ARGS, ...args], options);
}

async function runMediaTool(
  command: string, args: string[], options: Pick<ChildRun, 'signal' | 'readOutput'>,
): Promise<ChildResult> {
  try {
    return await runChild({ command, args, ...options });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new AppError({
      kind: 'internal',
      code: 'FFMPEG_MISSING',
      message: `${command} is not installed on this worker. Install it, for example with: apt-get install -y ffmpeg`,
      cause: error,
    });
  }
}
