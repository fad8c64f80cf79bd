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

/** Longer than between members who come together: opening the device again may cut off a part of the first tone. */
const restAfterMs = 10_000;

export interface VerdictSounds {
  /**
   * Browsers allow sound after a user gesture (autoplay policy). Safari requires the call during the gesture, not when a
   * response arrives later.
   * @returns whether sound is allowed now
   */
  unlock(): boolean;
  play(kind: VerdictKind): void;
}

export function createVerdictSounds(): VerdictSounds {
  let context: AudioContext | undefined;
  let isUnlocked = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  /** A context that runs, also in silence, takes 4% of a core: it rests until the next verdict. */
  async function wake(): Promise<AudioContext> {
    context ??= new AudioContext();
    const audio = context;
    clearTimeout(rest);
    rest = setTimeout(() => {
      if (audio.state === 'running') void audio.suspend().catch(() => {});
    }, restAfterMs);
    if (audio.state !== 'running') await audio.resume();
    isUnlocked = true;
    return audio;
  }

  return {
    unlock: () => {
      if (!isUnlocked && areSoundsOn()) void wake().catch(() => {});
      return isUnlocked;
    },
    play: (kind) => {
      if (!areSoundsOn()) return;
      void wake().then(
        (audio) => {
          for (const tone of tonesOf[kind]) playTone(audio, tone);
        },
        () => {},
      );
    },
  };
}

/** Of this window: a device for each page would be opened anew. */
export const verdictSounds = createVerdictSounds();

function playTone(audio: AudioContext, { hertz, at, seconds }: Tone): void {
  const start = audio.currentTime + at;
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
