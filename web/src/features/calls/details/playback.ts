import { Store } from '../../../lib/store';
import { recordingProblem, type RecordingProblem } from './recording-problem';

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
  /** Why it cannot be played at present. */
  readonly problem = new Store<RecordingProblem | null>(null);
  readonly speed = new Store<Speed>(1);
  /** Whether the reader wants the transcript to follow the recording. */
  readonly isFollowed = new Store(true);
  private audio: HTMLAudioElement | null = null;
  /** Stays true when a failure interrupts the playing. */
  private shallPlay = false;

  /** @param durationSeconds what the API knows; some files tell the browser a wrong length */
  constructor(durationSeconds: number | null) {
    this.durationMs = new Store((durationSeconds ?? 0) * 1_000);
  }

  /** For the `ref` of the audio element. An element that leaves the page would play on, so it is stopped. */
  readonly attach = (audio: HTMLAudioElement): (() => void) => {
    const listeners = {
      timeupdate: () => {
        if (!audio.error) this.timeMs.set(audio.currentTime * 1_000);
      },
      play: () => {
        this.isPlaying.set(true);
        this.shallPlay = true;
      },
      pause: () => {
        this.isPlaying.set(false);
        if (!audio.error) this.shallPlay = false;
      },
      ended: () => this.isPlaying.set(false),
      error: () => void this.fail(audio),
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
    if (this.audio) setRate(this.audio, speed);
  };

  /** Loads a recording that failed again, and goes on from the same place. */
  readonly retry = (): void => {
    const { audio, shallPlay } = this;
    if (!audio) return;
    this.problem.set(null);
    audio.load();
    this.restore(audio);
    if (shallPlay) this.play();
  };

  /** Gives an element that has no data yet the place and the speed that the screen shows. */
  private restore(audio: HTMLAudioElement): void {
    setRate(audio, this.speed.get());
    if (this.timeMs.get() > 0) audio.currentTime = this.timeMs.get() / 1_000; // playback will start there
  }

  private async fail(audio: HTMLAudioElement): Promise<void> {
    this.isPlaying.set(false);
    this.problem.set(await recordingProblem(audio.src, audio.error));
  }

  private play(): void {
    this.audio?.play().catch(() => undefined); // paused right after, or failed: the element's error event tells why
  }
}

/** The browser falls back to the default rate when it loads again. */
function setRate(audio: HTMLAudioElement, rate: Speed): void {
  audio.playbackRate = rate;
  audio.defaultPlaybackRate = rate;
}
