import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Photo } from './avatar.tsx';

const block = (...urls: string[]) => cdp().send('Network.setBlockedURLs', { urls });
const photo = page.getByRole('img', { name: 'Lena' });
const initials = page.getByText('LV');

afterEach(() => void vi.useRealTimers());

test('a photo that failed to load is loaded again; until then there are the initials', async () => {
  const url = '/icon-512.png?v=1';
  await cdp().send('Network.enable');
  onTestFinished(async () => void (await cdp().send('Network.disable')));
  await block(`*${url}`);
  await render(<Photo url={url} alt="Lena" fallback="LV" />);
  await expect.element(initials).toBeVisible();
  await block();
  await expect.poll(() => (photo.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  await expect.element(initials).not.toBeInTheDocument();
});

/** Renders a photo whose pauses pass only when the test says so. */
async function renderInStoppedTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const loaded = new WeakSet<object>();
  const noteLoad = ({ target }: Event) => void (target && loaded.add(target));
  document.addEventListener('load', noteLoad, { capture: true });
  onTestFinished(() => document.removeEventListener('load', noteLoad, { capture: true }));
  const { container, unmount } = await render(<Photo url="/icon-512.png?v=2" alt="Lena" fallback="LV" />);
  await expect.element(photo).toBeVisible();
  const fail = async () => {
    // its own load would come after the failure otherwise
    await expect.poll(() => loaded.has(photo.element())).toBe(true);
    photo.element().dispatchEvent(new Event('error'));
    await expect.element(initials).toBeVisible();
  };
  const pauseBegins = () => expect.poll(() => vi.getTimerCount()).toBe(1);
  return { container, unmount, fail, pauseBegins };
}

test('a retry loads out of sight beside the initials, and is itself what is then shown', async () => {
  const { container, fail, pauseBegins } = await renderInStoppedTime();
  await fail();
  await pauseBegins();
  const mounted: { image: Node; isHidden: boolean; text: string | null }[] = [];
  const watch = new MutationObserver((changes) => {
    for (const image of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (image instanceof HTMLImageElement) {
        mounted.push({ image, isHidden: image.hasAttribute('hidden'), text: container.textContent });
      }
    }
  });
  watch.observe(container, { childList: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  vi.runAllTimers();
  await expect.element(photo).toBeVisible();
  await expect.element(initials).not.toBeInTheDocument();
  expect(mounted).toEqual([{ image: photo.element(), isHidden: true, text: 'LV' }]);
});

test('a photo that fails each time is loaded five times more, and not for ever, also where it was there in between', async () => {
  const { fail, pauseBegins } = await renderInStoppedTime();
  const images = new Set([photo.element()]);
  for (let retry = 1; retry <= 5; retry++) {
    await fail();
    await pauseBegins();
    vi.runAllTimers();
    await expect.element(photo).toBeVisible();
    images.add(photo.element());
  }
  await fail();
  expect(images.size).toBe(6);
  expect(vi.getTimerCount()).toBe(0);
  await expect.element(photo).not.toBeInTheDocument();
});

test('a photo that is shown no more is not loaded again', async () => {
  const { unmount, fail, pauseBegins } = await renderInStoppedTime();
  await fail();
  await pauseBegins();
  await unmount();
  expect(vi.getTimerCount()).toBe(0);
});
