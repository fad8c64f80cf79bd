import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

const words = { description: 'Something is asked.', closeLabel: 'Close' };

function TwoDialogs() {
  const [isUpperOpen, setUpperOpen] = useState(false);
  const [isLowerOpen, setLowerOpen] = useState(true);
  return (
    <>
      <Dialog {...words} title="Lower" isOpen={isLowerOpen} onOpenChange={setLowerOpen}>
        <input aria-label="Below" data-autofocus />
        <button type="button" onClick={() => setUpperOpen(true)}>
          Open
        </button>
      </Dialog>
      <Dialog {...words} title="Upper" isOpen={isUpperOpen} onOpenChange={setUpperOpen}>
        <input aria-label="Above" data-autofocus />
      </Dialog>
    </>
  );
}

test('Escape closes the dialog in which it is pressed, from the moment it has the focus, and none below it', async () => {
  await openScreen(<TwoDialogs />);
  await page.getByLabelText('Below').fill('Ask about the locker');
  // as early as possible: when the field gets the focus
  const press = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement) || target.ariaLabel !== 'Above') return;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  };
  document.addEventListener('focusin', press);
  onTestFinished(() => document.removeEventListener('focusin', press));
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Upper' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Lower' })).toBeVisible();
  await expect.element(page.getByLabelText('Below')).toHaveValue('Ask about the locker');
});
