import { fileInput } from '@ringwell/platform/media/media-tools';

import type { AudioChannel } from './decoded-audio';
import { SAMPLE_RATE } from './frame-track';

/** ffmpeg arguments that read a recording's decoded channels as one track. */
export function pcmInputs(channels: readonly AudioChannel[]): string[] {
  return [
    ...channels.flatMap(({ pcmPath }) => [
      ...['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', fileInput(pcmPath)],
    ]),
    ...(channels.length === 2 ? ['-filter_complex', '[0:a][1:a]join=inputs=2:channel_layout=stereo'] : []),
  ];
}
