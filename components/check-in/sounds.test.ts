import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVerdictSounds } from './sounds.ts';

let asked: Promise<void>;

/** An audio device that runs once a user gesture has allowed it. */
class FakeContext {
  static all: FakeContext[] = [];
  static isAllowed = true;
  /** Ends what waits for permission. */
  static allow = () => {};
  state = 'suspended';
  isResumed = false;
  currentTime = 0;
  destination = {};
  constructor() {
    FakeContext.all.push(this);
  }
  async resume() {
    if (!FakeContext.isAllowed) await asked;
    this.isResumed = true;
    this.state = 'running';
  }
  async suspend() {
    this.isResumed = false;
    this.state = 'suspended';
  }
}

/** The frequencies of the tones that were started, and when on the device's clock. */
let played: number[];
let begun: number[];

beforeEach(() => {
  vi.useFakeTimers();
  FakeContext.all = [];
  FakeContext.isAllowed = true;
  played = [];
  begun = [];
  asked = new Promise((resolve) => {
    FakeContext.allow = resolve;
  });
  const parameter = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
  const node = { connect: (next: unknown) => next, gain: parameter };
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal(
    'GainNode',
    class {
      connect = node.connect;
      gain = parameter;
    },
  );
  vi.stubGlobal(
    'OscillatorNode',
    class {
      connect = node.connect;
      stop = () => {};
      start: (at: number) => void;
      constructor(_: unknown, { frequency }: { frequency: number }) {
        this.start = (at) => {
          played.push(frequency);
          begun.push(at);
        };
      }
    },
  );
  switchSounds('on');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const switchSounds = (to: 'on' | 'off') => vi.stubGlobal('localStorage', { getItem: () => to });
const states = () => FakeContext.all.map(({ state }) => state);

test('the device runs for the tones of a verdict, rests ten seconds after the last one, and runs again for the next', async () => {
  const sounds = createVerdictSounds();
  sounds.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual(['running']);
  await vi.advanceTimersByTimeAsync(9_000);
  sounds.play('admitted');
  await vi.advanceTimersByTimeAsync(9_000);
  expect([played, states()]).toEqual([[1320], ['running']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states()).toEqual(['suspended']);
  sounds.play('attention');
  await vi.advanceTimersByTimeAsync(0);
  expect([played, states()]).toEqual([[1320, 880, 660], ['running']]);
});

test('a key wakes the device before the verdict, whose tones then begin at once; otherwise they wait until it is open', async () => {
  const sounds = createVerdictSounds();
  sounds.play('admitted');
  await vi.advanceTimersByTimeAsync(10_000);
  sounds.wake();
  await vi.advanceTimersByTimeAsync(100);
  sounds.play('admitted');
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([0.15, 0]);
});

test('a verdict while the device is being suspended is heard', async () => {
  vi.spyOn(FakeContext.prototype, 'suspend').mockImplementation(async function (this: FakeContext) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!this.isResumed) this.state = 'suspended';
  });
  const sounds = createVerdictSounds();
  sounds.play('admitted');
  await vi.advanceTimersByTimeAsync(10_020);
  const [device] = FakeContext.all;
  if (device) device.isResumed = false;
  sounds.play('refused');
  await vi.advanceTimersByTimeAsync(100);
  expect([played, states()]).toEqual([[1320, 196], ['running']]);
});

test('each gesture asks for sound until one allows it, and tones of verdicts before that are not played later', async () => {
  const sounds = createVerdictSounds();
  FakeContext.isAllowed = false;
  sounds.wake();
  sounds.play('refused');
  await vi.advanceTimersByTimeAsync(2_000);
  FakeContext.isAllowed = true;
  sounds.wake();
  FakeContext.allow();
  await vi.advanceTimersByTimeAsync(0);
  sounds.play('admitted');
  await vi.advanceTimersByTimeAsync(0);
  expect([played, states()]).toEqual([[1320], ['running']]);
});

test('no device is opened while sounds are off', async () => {
  const sounds = createVerdictSounds();
  switchSounds('off');
  sounds.wake();
  sounds.play('refused');
  await vi.advanceTimersByTimeAsync(0);
  expect([states(), played]).toEqual([[], []]);
  switchSounds('on');
  sounds.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual(['running']);
});
