import type { FrameTrack } from './frame-track';

const WAVEFORM_POINTS = 600;

/**
 * The waveform over all channels: at most 600 integers from 0 to 100 (full scale), each the peak of an equal part of
 * the recording.
 */
export function waveformPeaks(tracks: FrameTrack[]): number[] {
  const frameCount = Math.max(...tracks.map((track) => track.frameCount));
  const points = Math.min(WAVEFORM_POINTS, frameCount);
  return Array.from({ length: points }, (_, point) => {
    const start = Math.floor((point * frameCount) / points);
    const end = Math.floor(((point + 1) * frameCount) / points);
    let peak = 0;
    for (const track of tracks) for (let i = start; i < end; i += 1) peak = Math.max(peak, track.peaks[i] ?? 0);
    return Math.round((peak / 255) * 100);
  });
}
