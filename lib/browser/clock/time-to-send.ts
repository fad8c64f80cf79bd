import type { Stamp } from '#lib/wire/time/moment.ts';
import type { SentTime } from '#lib/wire/time/sent-time.ts';
import { clockOfWindow } from './clock-of-window.ts';

/** When the event happened, as sent with this attempt. An event that an older page stored has no stamp. */
export const timeToSend = async ({ stamp }: { stamp?: Stamp }): Promise<SentTime> =>
  stamp ? clockOfWindow().timeToSend(stamp) : { sentAt: Date.now() };
