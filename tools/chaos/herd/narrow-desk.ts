import type { DoorLimits } from '#lib/server/door/admit-requests.ts';
import { runForeground } from '#programs/base/run-command.ts';
import { startDeskProgram } from '#programs/desk/desk-program.ts';

// The desk with tight limits on concurrent requests: it is full on any machine when many arrive at once.

const doorLimits: DoorLimits = {
  people: { atOnce: 2, waiting: 4, longestWaitMs: 2_500 },
  streams: { atOnce: 1, waiting: 2, longestWaitMs: 8_000 },
  background: { atOnce: 1, waiting: 1, longestWaitMs: 5_000 },
};

await runForeground(() => startDeskProgram({ doorLimits }));
