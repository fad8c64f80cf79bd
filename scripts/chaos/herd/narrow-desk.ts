import type { DoorLimits } from '#lib/door/admit-requests.ts';
import { startDeskProgram } from '#scripts/desk-program.ts';
import { runForeground } from '#scripts/run-command.ts';

// The desk as it is, but for its door: so few are let in that it is full on any machine once many come together.

const doorLimits: DoorLimits = {
  people: { atOnce: 2, waiting: 4, longestWaitMs: 2_500 },
  streams: { atOnce: 1, waiting: 2, longestWaitMs: 8_000 },
  background: { atOnce: 1, waiting: 1, longestWaitMs: 5_000 },
};

await runForeground(() => startDeskProgram({ doorLimits }));
