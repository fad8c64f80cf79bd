import { dehydrate, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { Prefilled } from './prefilled.tsx';

const queryKey = ['phone'];

function Phone() {
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: () => 'read again', staleTime: Number.POSITIVE_INFINITY });
  return (
    <>
      <p>Phone: {data}</p>
      <button type="button" onClick={() => queryClient.setQueryData(queryKey, 'saved')}>
        Save
      </button>
    </>
  );
}

test('a page that comes back from the router cache leaves what was saved after it, whatever the clock of the server', async () => {
  const server = new QueryClient();
  server.setQueryData(queryKey, 'of the server', { updatedAt: Date.now() + 3 * 60_000 });
  const state = dehydrate(server);
  function Pages() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {isOpen && (
          <Prefilled state={state}>
            <Phone />
          </Prefilled>
        )}
        <button type="button" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Leave' : 'Back'}
        </button>
      </>
    );
  }
  await openScreen(<Pages />);
  await expect.element(page.getByText('Phone: of the server')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Phone: saved')).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  // what is older is discarded in an effect after the commit
  await page.getByRole('button', { name: 'Save' }).hover();
  await expect.element(page.getByText('Phone: saved')).toBeVisible();
});
