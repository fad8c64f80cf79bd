import type { Stamp } from '#lib/wire/time/moment.ts';
import type { SentTime } from '#lib/wire/time/sent-time.ts';
import { clockOfWindow } from './clock-of-window.ts';

/** What this attempt says of when something happened. What an older page kept has no stamp. */
export const timeToSend = async ({ stamp }: { stamp?: Stamp }): Promise<SentTime> =>
  stamp ? clockOfWindow().timeToSend(stamp) : { sentAt: Date.now() };
