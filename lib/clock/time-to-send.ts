import { clockOfWindow } from './clock-of-window.ts';
import type { Stamp } from './moment.ts';
import type { SentTime } from './sent-time.ts';

/** What this attempt says of when something happened. What an older page kept has no stamp. */
export const timeToSend = async ({ stamp }: { stamp?: Stamp }): Promise<SentTime> =>
  stamp ? clockOfWindow().timeToSend(stamp) : { sentAt: Date.now() };
