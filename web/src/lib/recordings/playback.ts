import { Store } from '../store';
import { findRecordingProblem, type RecordingProblem } from './recording-problem';

export const SPEEDS = [1, 1.25, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/**
 * A recording's playback state, as observable stores over a native audio element. If no recording was saved, there's no
 * element, but the position in the transcript is still tracked.
 */
export class Playback {
  readonly timeMs: Store<number>;
  readonly durationMs: Store<number>;
  readonly isPlaying = new Store(false);
  readonly problem = new Store<RecordingProblem | null>(null);
  readonly speed = new Store<Speed>(1);
  readonly isFollowing = new Store(true);
  private audio: HTMLAudioElement | null = null;
  // Stays true when an error interrupts playback, so that `retry` resumes it.
  private shouldPlay = false;

  /**
   * @param durationSeconds from the API, because some files report a wrong length to the browser
   * @param startMs start position; 0 if it is past the end
   */
  constructor(durationSeconds: number | null, startMs = 0) {
    this.durationMs = new Store((durationSeconds ?? 0) * 1_000);
    this.timeMs = new Store(startMs < (this.durationMs.get() || Infinity) ? startMs : 0);
  }

  /** For the `ref` of the audio element. Pauses an element on removal, because it would otherwise keep playing. */
  readonly attach = (audio: HTMLAudioElement): (() => void) => {
    const listeners = {
      timeupdate: () => {
        if (!audio.error) this.timeMs.set(audio.currentTime * 1_000);
      },
      play: () => {
        this.isPlaying.set(true);
        this.shouldPlay = true;
      },
      pause: () => {
        this.isPlaying.set(false);
        if (!audio.error) this.shouldPlay = false;
      },
      ended: () => this.isPlaying.set(false),
      error: () => void this.handleError(audio),
      durationchange: () => {
        if (this.durationMs.get() === 0 && Number.isFinite(audio.duration)) this.durationMs.set(audio.duration * 1_000);
      },
    };
    for (const [event, listener] of Object.entries(listeners)) audio.addEventListener(event, listener);
    this.audio = audio;
    this.restore(audio);
    return () => {
      for (const [event, listener] of Object.entries(listeners)) audio.removeEventListener(event, listener);
      audio.pause();
      this.isPlaying.set(false);
      this.audio = null;
    };
  };

  readonly toggle = (): void => {
    if (this.audio?.paused === false) this.audio.pause();
    else this.play();
  };

  readonly pause = (): void => this.audio?.pause();

  readonly play = (): void => {
    // Rejects if paused right away, or on failure, which the error event handles.
    this.audio?.play().catch(() => undefined);
  };

  readonly seek = (timeMs: number): void => {
    const position = Math.min(Math.max(0, timeMs), this.durationMs.get() || Infinity);
    this.timeMs.set(position);
    if (this.audio) this.audio.currentTime = position / 1_000;
  };

  readonly skip = (seconds: number): void => this.seek(this.timeMs.get() + seconds * 1_000);

  readonly playFrom = (timeMs: number): void => {
    this.seek(timeMs);
    this.play();
  };

  readonly setSpeed = (speed: Speed): void => {
    this.speed.set(speed);
    if (this.audio) setRate(this.audio, speed);
  };

  readonly retry = (): void => {
    const { audio, shouldPlay } = this;
    if (!audio) return;
    this.problem.set(null);
    audio.load();
    this.restore(audio);
    if (shouldPlay) this.play();
  };

  private restore(audio: HTMLAudioElement): void {
    setRate(audio, this.speed.get());
    // Setting this before any data has loaded makes playback start there.
    if (this.timeMs.get() > 0) audio.currentTime = this.timeMs.get() / 1_000;
  }

  private async handleError(audio: HTMLAudioElement): Promise<void> {
    this.isPlaying.set(false);
    this.problem.set(await findRecordingProblem(audio.src, audio.error));
  }
}

// Sets the default rate too, because the browser resets to it when the element reloads.
function setRate(audio: HTMLAudioElement, rate: Speed): void {
  audio.playbackRate = rate;
  audio.defaultPlaybackRate = rate;
}
