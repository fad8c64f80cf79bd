import type { VerdictKind } from '#lib/wire/verdict.ts';
import { areSoundsOn } from './use-sound-switch.ts';

interface Tone {
  hertz: number;
  /** Seconds after the first tone. */
  at: number;
  seconds: number;
}

const oneHighTone: readonly Tone[] = [{ hertz: 1320, at: 0, seconds: 0.12 }];
const twoTones: readonly Tone[] = [
  { hertz: 880, at: 0, seconds: 0.14 },
  { hertz: 660, at: 0.18, seconds: 0.2 },
];
const oneLowTone: readonly Tone[] = [{ hertz: 196, at: 0, seconds: 0.4 }];

/** The sound of a verdict: one high tone for in, two tones for attention, one low tone for not in. */
const tonesOf: Record<VerdictKind, readonly Tone[]> = {
  admitted: oneHighTone,
  attention: twoTones,
  unconfirmed: twoTones,
  refused: oneLowTone,
  unknown: oneLowTone,
};

const loudness = 0.25;
const fadeSeconds = 0.02;

/** After the last key, touch or tone. */
const restAfterMs = 10_000;

/** A device that was just opened may cut off what it is given at once. */
const openingSeconds = 0.15;

/** A tone that comes later is taken for that of the next member. */
const latestMs = 1_000;

export interface VerdictSounds {
  /**
   * Opens the device, so that it is ready for the verdict. Called with each user gesture: browsers allow sound after one (autoplay policy),
   * Safari only in a call during one; the keys of a card come before its verdict; and a gesture ends an interruption by a call.
   */
  wake(): void;
  play(kind: VerdictKind): void;
}

export function createVerdictSounds(): VerdictSounds {
  let context: AudioContext | undefined;
  let isResting = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  /** A context that runs, also in silence, takes 4% of a core: it rests after a while. */
  async function open(): Promise<{ audio: AudioContext; wasOpen: boolean }> {
    context ??= new AudioContext();
    const audio = context;
    clearTimeout(rest);
    rest = setTimeout(() => {
      // the state may still be "running" while it is being suspended
      isResting = true;
      void audio.suspend().catch(() => {});
    }, restAfterMs);
    const wasOpen = audio.state === 'running' && !isResting;
    isResting = false;
    if (!wasOpen) await audio.resume();
    return { audio, wasOpen };
  }

  return {
    wake: () => {
      if (areSoundsOn()) void open().catch(() => {});
    },
    play: (kind) => {
      if (!areSoundsOn()) return;
      const askedAt = performance.now();
      void open().then(
        ({ audio, wasOpen }) => {
          if (performance.now() - askedAt > latestMs) return;
          for (const tone of tonesOf[kind]) playTone(audio, tone, wasOpen ? 0 : openingSeconds);
        },
        () => {},
      );
    },
  };
}

/** Of this window: a device for each page would be opened anew. */
export const verdictSounds = createVerdictSounds();

function playTone(audio: AudioContext, { hertz, at, seconds }: Tone, delay: number): void {
  const start = audio.currentTime + delay + at;
  const end = start + seconds;
  const oscillator = new OscillatorNode(audio, { frequency: hertz });
  const gain = new GainNode(audio, { gain: 0 });
  // without fading in and out, a tone clicks
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + fadeSeconds);
  gain.gain.setValueAtTime(loudness, end - fadeSeconds);
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
