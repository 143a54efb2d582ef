import { Store } from '../../../lib/store';

export const SPEEDS = [1, 1.25, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

/**
 * A recording that is being listened to: what the screen shows of one native audio element. Without an element, as for a
 * recording that was not kept, it is still the place in the call that is being read.
 */
export class Playback {
  readonly timeMs = new Store(0);
  readonly durationMs: Store<number>;
  readonly isPlaying = new Store(false);
  /** The browser cannot play it, or it is gone. */
  readonly hasFailed = new Store(false);
  readonly speed = new Store<Speed>(1);
  private audio: HTMLAudioElement | null = null;

  /** @param durationSeconds what the API knows; some files tell the browser a wrong length */
  constructor(durationSeconds: number | null) {
    this.durationMs = new Store((durationSeconds ?? 0) * 1_000);
  }

  /** For the `ref` of the audio element. An element that leaves the page would play on, so it is stopped. */
  readonly attach = (audio: HTMLAudioElement): (() => void) => {
    const listeners = {
      timeupdate: () => this.timeMs.set(audio.currentTime * 1_000),
      play: () => this.isPlaying.set(true),
      pause: () => this.isPlaying.set(false),
      ended: () => this.isPlaying.set(false),
      error: () => this.hasFailed.set(true),
      durationchange: () => {
        if (this.durationMs.get() === 0 && Number.isFinite(audio.duration)) this.durationMs.set(audio.duration * 1_000);
      },
    };
    for (const [event, listener] of Object.entries(listeners)) audio.addEventListener(event, listener);
    this.audio = audio;
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

  readonly seek = (timeMs: number): void => {
    const place = Math.min(Math.max(0, timeMs), this.durationMs.get() || Infinity);
    this.timeMs.set(place);
    if (this.audio) this.audio.currentTime = place / 1_000;
  };

  readonly skip = (seconds: number): void => this.seek(this.timeMs.get() + seconds * 1_000);

  /** Lets a moment be heard. */
  readonly playFrom = (timeMs: number): void => {
    this.seek(timeMs);
    this.play();
  };

  readonly setSpeed = (speed: Speed): void => {
    this.speed.set(speed);
    if (!this.audio) return;
    this.audio.playbackRate = speed;
    this.audio.defaultPlaybackRate = speed; // the browser falls back to it when it loads again
  };

  private play(): void {
    this.audio?.play().catch((error: unknown) => {
      const wasInterrupted = error instanceof DOMException && error.name === 'AbortError'; // by a pause right after
      if (!wasInterrupted) this.hasFailed.set(true);
    });
  }
}
