import type { VerdictKind } from '#lib/wire/verdict.ts';

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

let context: AudioContext | undefined;

/**
 * Browsers allow sound after a user gesture (autoplay policy). Safari requires the call during the gesture, not when a
 * response arrives later.
 * @returns whether sound is allowed now
 */
export function unlockSound(): boolean {
  context ??= new AudioContext();
  if (context.state === 'running') return true;
  void context.resume().catch(() => {});
  return false;
}

export function playVerdict(kind: VerdictKind): void {
  context ??= new AudioContext();
  const audio = context;
  const play = () => {
    for (const tone of tonesOf[kind]) playTone(audio, tone);
  };
  if (audio.state === 'running') play();
  else void audio.resume().then(play, () => {});
}

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
