import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { FloorScreen } from '#app/g/[gym]/(floor)/floor/_components/floor-screen.tsx';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { TaskView } from '#lib/wire/tasks.ts';
import { here } from './at-counter.tsx';

/** An open task that the platform has. */
export const introductionDue = (dueDate: string, id: string): TaskView => ({
  id,
  name: 'Introduction',
  type: 'GENERAL',
  dueDate,
  isCompleted: false,
  completedAt: null,
  author: null,
  completer: null,
  sending: 'sent',
});

/** Opens the training floor of the trainer Jonas Brandt, until its live stream is there. */
export async function openTrainersFloor(): Promise<void> {
  await openScreen(
    <FloorScreen
      place={{ locationId: here, staffId: '7b0d7b5e-4c0e-4a44-8f14-2f9f7c3d1e55' }}
      person="Jonas Brandt"
      timeZone="Europe/Berlin"
      version="1"
      mayRecord
    />,
    { path: '/floor', hasMain: true },
  );
  await expect.element(page.getByText(/live\s*· \d+ in/)).toBeVisible();
}
