import { useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { useHolder } from './use-holder.ts';

function Screen() {
  const client = useQueryClient();
  const holder = useHolder('munich-west', '0x04A23BC2');
  const shown = typeof holder === 'string' ? holder : holder?.kind;
  return (
    <>
      <p role="status">{shown}</p>
      <button type="button" onClick={() => void client.refetchQueries()}>
        Again
      </button>
    </>
  );
}

test('while a desk that was not reached is asked again, it is shown that the holder could not be read', async () => {
  let asked = 0;
  const failures = 2;
  startFakeDesk({
    '/api/desk/card-holder': () => {
      asked += 1;
      return asked > failures ? new Promise<object>(() => {}) : new Response('', { status: 500 });
    },
  });
  await openScreen(<Screen />);
  const shown = page.getByRole('status');
  await expect.element(shown).toHaveTextContent('failed');
  await page.getByRole('button', { name: 'Again' }).click();
  await expect.poll(() => asked).toBe(failures + 1);
  await expect.element(shown).toHaveTextContent('failed');
});
