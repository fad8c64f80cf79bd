import type { DeskContext } from './desk-context.ts';

/** The part of the desk that reads need whose answer depends on the current time. */
export type Clocked = Pick<DeskContext, 'db' | 'clock' | 'clockWatch' | 'gymClientOf'>;
