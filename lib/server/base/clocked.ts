import type { DeskContext } from './desk-context.ts';

/** What a read needs that tells of now. */
export type Clocked = Pick<DeskContext, 'db' | 'clock' | 'clockWatch'>;
