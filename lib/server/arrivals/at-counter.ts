import type { Arrival } from './arrival.ts';

/** An older tap waited in a browser: the desk told nobody to stop the member, who has gone in by now. */
const atCounterMs = 60_000;

/** Whether the member of a tap may still stand at the counter. Both in epoch milliseconds. */
export const isAtCounter = (tappedAt: number, now: number): boolean => now - tappedAt < atCounterMs;

type CheckingIn = Extract<Arrival, { intent: 'scan' | 'checkIn' }>;

/** Whether somebody who wanted to come in was let in before the desk could decide: the screen said that it waited in the browser. */
export const hasGoneIn = (arrival: Arrival, now: number): arrival is CheckingIn =>
  (arrival.intent === 'scan' || arrival.intent === 'checkIn') && !isAtCounter(arrival.tappedAt, now);
