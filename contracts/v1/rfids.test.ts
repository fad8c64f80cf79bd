import { expect, test } from 'vitest';
import { rfidAsSent } from './rfids.ts';

test.each(['0x4', '0x04A23BC21C2680', ' 0x04a23bc2 ', '0', '1304562', String(2n ** 256n - 1n)])(
  '%s is a card number',
  (sent) => {
    expect(rfidAsSent.safeParse(sent).success).toBe(true);
  },
);

test.each(['', 'no card', '0x', '0x4G', '-5', '1.5', '1e3', `0x${'0'.repeat(65)}`, String(2n ** 256n), null, 5])(
  '%s is not a card number, with a message',
  (sent) => {
    expect(rfidAsSent.safeParse(sent).error?.issues).toHaveLength(1);
  },
);
