import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Photo } from './avatar.tsx';

const block = (...urls: string[]) => cdp().send('Network.setBlockedURLs', { urls });

test('a photo that failed to load is loaded again; until then there are the initials', async () => {
  const url = '/icon-512.png?v=1';
  await cdp().send('Network.enable');
  onTestFinished(async () => void (await cdp().send('Network.disable')));
  await block(`*${url}`);
  await render(<Photo url={url} alt="Lena" fallback="LV" />);
  await expect.element(page.getByText('LV')).toBeVisible();
  await block();
  const photo = page.getByRole('img', { name: 'Lena' });
  await expect.poll(() => (photo.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
});
