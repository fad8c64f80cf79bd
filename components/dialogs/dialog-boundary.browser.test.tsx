import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { DialogBoundary } from './dialog-boundary.tsx';

let attempts = 0;
function BrokenDialog(): never {
  attempts += 1;
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
  await openScreen(<Screen />);
  const open = page.getByRole('button', { name: 'Open' });
  const toast = page.getByRole('alert').filter({ hasText: 'Something went wrong here' });
  await open.click();
  await expect.element(toast.first()).toBeVisible();
  // the first toast may be gone by then
  const before = attempts;
  await open.click();
  await expect.poll(() => attempts).toBeGreaterThan(before);
  await expect.element(toast.first()).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('the dialog broke');
});
