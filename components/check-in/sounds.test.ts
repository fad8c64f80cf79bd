import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVerdictSounds } from './sounds.ts';

/** An audio device that runs once a user gesture has allowed it. */
class FakeContext {
  static all: FakeContext[] = [];
  static isAllowed = true;
  state = 'suspended';
  currentTime = 0;
  destination = {};
  constructor() {
    FakeContext.all.push(this);
  }
  async resume() {
    if (!FakeContext.isAllowed) await new Promise(() => {});
    this.state = 'running';
  }
  async suspend() {
    this.state = 'suspended';
  }
}

/** The frequencies of the tones that were started. */
let played: number[];

beforeEach(() => {
  vi.useFakeTimers();
  FakeContext.all = [];
  FakeContext.isAllowed = true;
  played = [];
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
      start: () => void;
      constructor(_: unknown, { frequency }: { frequency: number }) {
        this.start = () => played.push(frequency);
      }
    },
  );
  switchSounds('on');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const switchSounds = (to: 'on' | 'off') => vi.stubGlobal('localStorage', { getItem: () => to });
const states = () => FakeContext.all.map(({ state }) => state);

test('the device runs for the tones of a verdict, rests ten seconds after the last one, and runs again for the next', async () => {
  const sounds = createVerdictSounds();
  expect(sounds.unlock()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect([sounds.unlock(), states()]).toEqual([true, ['running']]);
  await vi.advanceTimersByTimeAsync(9_000);
  sounds.play('admitted');
  await vi.advanceTimersByTimeAsync(9_000);
  expect([played, states()]).toEqual([[1320], ['running']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([sounds.unlock(), states()]).toEqual([true, ['suspended']]);
  sounds.play('attention');
  await vi.advanceTimersByTimeAsync(0);
  expect([played, states()]).toEqual([[1320, 880, 660], ['running']]);
});

test('before a gesture allows sound, each gesture asks for it', async () => {
  const sounds = createVerdictSounds();
  FakeContext.isAllowed = false;
  expect(sounds.unlock()).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  FakeContext.isAllowed = true;
  expect(sounds.unlock()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(sounds.unlock()).toBe(true);
});

test('no device is opened while sounds are off', async () => {
  const sounds = createVerdictSounds();
  switchSounds('off');
  expect(sounds.unlock()).toBe(false);
  sounds.play('refused');
  await vi.advanceTimersByTimeAsync(0);
  expect([states(), played]).toEqual([[], []]);
  switchSounds('on');
  sounds.unlock();
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual(['running']);
});
