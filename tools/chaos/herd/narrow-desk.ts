import type { DoorLimits } from '#lib/server/door/admit-requests.ts';
import { runForeground } from '#programs/base/run-command.ts';
import { startDeskProgram } from '#programs/desk/desk-program.ts';

// The desk as it is, but for its door: so few are let in that it is full on any machine once many come together.

const doorLimits: DoorLimits = {
  people: { atOnce: 2, waiting: 4, longestWaitMs: 2_500 },
  streams: { atOnce: 1, waiting: 2, longestWaitMs: 8_000 },
  background: { atOnce: 1, waiting: 1, longestWaitMs: 5_000 },
};

await runForeground(() => startDeskProgram({ doorLimits }));
