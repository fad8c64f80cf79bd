import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { toast } from '#components/ui/toast.ts';
import { DialogBoundary } from './dialog-boundary.tsx';

function BrokenDialog(): never {
  throw new Error('the dialog broke');
}

function Screen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <DialogBoundary of="member" onClose={() => setOpen(false)}>
          <BrokenDialog />
        </DialogBoundary>
      )}
    </>
  );
}

test('a dialog that fails to render closes with a toast, and can be opened again', async () => {
  const told = vi.spyOn(toast, 'error');
  await openScreen(<Screen />);
  const open = page.getByRole('button', { name: 'Open' });
  const shown = page.getByRole('alert').filter({ hasText: 'Something went wrong here' });
  await open.click();
  await expect.element(shown.first()).toBeVisible();
  await open.click();
  // on a slow machine only the last one is shown until the toasts are loaded
  await expect.poll(() => told.mock.calls.length).toBe(2);
  await expect.element(shown.first()).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('the dialog broke');
});
