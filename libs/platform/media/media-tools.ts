import { basename } from 'node:path';

import { internal, invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';

import { runChild, type ChildResult, type ChildRun } from './child-process';

// Only containers that embed their audio. If a recording were a disguised playlist (HLS, ffconcat), ffmpeg would read
// any file it lists.
const FORMAT_WHITELIST = 'mp3,wav,mov,ogg,flac,aac,matroska,amr,asf';

// Larger cover images aren't decoded; the audio is. With `-max_pixels`, ffprobe would fail on any video that size.
const MAX_BLOCK_BYTES = 100_000_000;

// Memory per run. Files with many pictures, or an index that declares millions of samples, could otherwise exhaust
// memory. ffmpeg 5.1 needs at most 64 MB for any other recording, including 4K video.
const MAX_TOOL_BYTES = 268_435_456;
// Includes libraries and stacks: ffmpeg 5.1 uses 285 MB before it allocates anything for a recording.
const MAX_ADDRESS_BYTES = MAX_TOOL_BYTES + 536_870_912;

// Stops tools orphaned by a dead worker. Decoding an hour of audio takes seconds, and a live worker stops tools at the
// call's deadline.
const MAX_CPU_SECONDS = 1_800;
// A tool's largest output is an MP3 of part of a recording.
const MAX_OUTPUT_BYTES = 134_217_728;

const COMMON_ARGS = ['-v', 'error', '-max_alloc', String(MAX_BLOCK_BYTES), '-protocol_whitelist', 'file'];

const SAFE_INPUT_ARGS = [...COMMON_ARGS, '-format_whitelist', FORMAT_WHITELIST];

// `workDir` contains every file that the tool opens.
type ToolRun = Pick<ChildRun, 'signal' | 'readOutput' | 'outputName'> & Required<Pick<ChildRun, 'workDir'>>;

// ffmpeg's exit code after a signal stopped it early, with incomplete output.
const FFMPEG_STOPPED = 255;

const MEMORY_MESSAGE = /cannot allocate memory|failed to allocate|out of memory/i;

/**
 * Returns the path to a file in a tool's working directory, written so that ffmpeg doesn't mistake part of its name for
 * a protocol.
 */
export function fileInput(path: string): string {
  return `file:${basename(path)}`;
}

/**
 * Runs ffmpeg; `args` start with the input. A non-zero exit code always means a problem with the file.
 * @throws AppError FFMPEG_MISSING if it isn't installed, DECODER_KILLED (retryable) if it was killed,
 * DECODER_OUT_OF_MEMORY if it ran out of memory, RECORDING_UNREADABLE if it took more time or wrote more than allowed
 */
export function runFfmpeg(args: string[], options: ToolRun): Promise<ChildResult> {
  return runMediaTool('ffmpeg', ['-nostdin', ...SAFE_INPUT_ARGS, ...args], options);
}

/**
 * Runs ffmpeg on decoded samples; `args` contain the input and output.
 * @throws AppError like `runFfmpeg`, and Error if encoding fails
 */
export async function runEncoder(args: string[], options: ToolRun): Promise<void> {
  const safeArgs = ['-nostdin', '-y', ...COMMON_ARGS, '-format_whitelist', 's16le'];
  const { exitCode, stderr } = await runMediaTool('ffmpeg', [...safeArgs, ...args], options);
  if (exitCode !== 0) throw new Error(`ffmpeg could not encode (${exitCode}): ${stderr}`);
}

/** @throws AppError like `runFfmpeg` */
export function runFfprobe(args: string[], options: ToolRun): Promise<ChildResult> {
  return runMediaTool('ffprobe', [...SAFE_INPUT_ARGS, ...args], options);
}

async function runMediaTool(command: 'ffmpeg' | 'ffprobe', args: string[], options: ToolRun): Promise<ChildResult> {
  const startedAt = performance.now();
  const limits = {
    dataBytes: MAX_TOOL_BYTES,
    addressBytes: MAX_ADDRESS_BYTES,
    cpuSeconds: MAX_CPU_SECONDS,
    fileBytes: options.outputName === undefined ? 0 : MAX_OUTPUT_BYTES,
  };
  const result = await runChild({ command, args, limits, ...options }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? toolMissing(command, error) : error;
  });
  if (ranOutOfMemory(result)) throw outOfMemory(command, result);
  const { exitCode, exitSignal } = result;
  // ffmpeg catches SIGXCPU and exits as if it had been asked to stop.
  const isCpuTimeExhausted = performance.now() - startedAt >= MAX_CPU_SECONDS * 1_000 && exitCode === FFMPEG_STOPPED;
  if (isCpuTimeExhausted || exitSignal === 'SIGXCPU' || exitSignal === 'SIGXFSZ') throw limitsExceeded(command, result);
  if (exitSignal || (command === 'ffmpeg' && exitCode === FFMPEG_STOPPED)) throw toolKilled(command, result);
  return result;
}

function ranOutOfMemory({ exitCode, exitSignal, stderr }: ChildResult): boolean {
  return exitSignal === 'SIGABRT' || (exitCode !== 0 && MEMORY_MESSAGE.test(stderr));
}

function toolMissing(command: string, cause: unknown): AppError {
  return internal('FFMPEG_MISSING', "Recordings can't be read right now. Contact support.", {
    cause: new OperatorInstruction(
      `${command} is not installed on this worker, or not where every user can run it. ` +
        'Install it, for example with: apt-get install -y ffmpeg',
      cause,
    ),
  });
}

// Retryable, because the file isn't to blame: it didn't exceed the tool's limits, so the machine ran out of memory or
// someone killed the tool.
function toolKilled(command: string, result: ChildResult): AppError {
  return internal('DECODER_KILLED', 'Reading the recording was interrupted on the server.', {
    retryable: true,
    cause: exitError(command, result),
  });
}

// Not retryable: the same file would need the same memory again.
function outOfMemory(command: string, result: ChildResult): AppError {
  return internal(
    'DECODER_OUT_OF_MEMORY',
    'Reading this recording took more memory than the server allows. ' +
      'Save it as an MP3 or WAV file without pictures or video, and send it again.',
    { cause: exitError(command, result) },
  );
}

// Not retryable, like `outOfMemory`.
function limitsExceeded(command: string, result: ChildResult): AppError {
  return invalid(
    'RECORDING_UNREADABLE',
    'Reading this recording takes more resources than the server allows. Save it as an MP3 or WAV file, and send it again.',
    { cause: exitError(command, result) },
  );
}

function exitError(command: string, { exitCode, exitSignal, stderr }: ChildResult): Error {
  return new Error(`${command} ended with ${exitSignal ?? exitCode}: ${stderr.slice(-500)}`);
}
