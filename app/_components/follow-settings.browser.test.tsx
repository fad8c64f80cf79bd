import { type ReactNode, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { coverPage, uncoverPage } from '#lib/browser/page/page-cover.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { SettingsTag } from '#lib/wire/settings-tag.ts';
import { FollowSettings } from './follow-settings.tsx';
import { KeepCurrent } from './keep-current.tsx';

const tagged = (hash: string): SettingsTag => ({ version: 'build', hash });
const [first, second, third] = [tagged('first'), tagged('second'), tagged('third')];
const path = '/api/desk/settings-tag';

/** A page that was rendered with settings, and is rendered with others at a press. */
function Page({ opened, next }: { opened: SettingsTag; next: SettingsTag }) {
  const [rendered, setRendered] = useState(opened);
  useLiveUpdates(here);
  return (
    <>
      <FollowSettings locationId={here} rendered={rendered} />
      <button type="button" onClick={() => setRendered(next)}>
        Render
      </button>
    </>
  );
}

async function openPage(told: object = first, more: ReactNode = null) {
  const desk = startFakeDesk({ [path]: told });
  const { router } = await openScreen(
    <>
      <Page opened={first} next={second} />
      {more}
    </>,
  );
  // the stream is open
  await expect.poll(() => desk.requests).toHaveLength(1);
  /** Answers so after an event. */
  const hear = async (answer: object) => {
    const asked = desk.requests.length;
    desk.answer({ [path]: answer });
    desk.emit('settings');
    await expect.poll(() => desk.requests.length).toBeGreaterThan(asked);
  };
  return { router, hear };
}

test('a page is rendered anew at each change of the settings, once, also when they change back', async () => {
  const { router, hear } = await openPage();
  await hear(second);
  await expect.poll(() => router.refresh.mock.calls).toHaveLength(1);
  // an event without a change, and before the page is rendered
  await hear(second);
  await page.getByRole('button', { name: 'Render' }).click();
  await hear(second);
  await hear(first);
  await expect.poll(() => router.refresh.mock.calls).toHaveLength(2);
});

test('a page that still has the former settings afterwards is rendered at the next change only', async () => {
  const { router, hear } = await openPage();
  await hear(second);
  await expect.poll(() => router.refresh.mock.calls).toHaveLength(1);
  await hear({ ...second });
  await hear(third);
  await expect.poll(() => router.refresh.mock.calls).toHaveLength(2);
});

test('a covered page is rendered once it is uncovered, not for whoever is signed in meanwhile', async () => {
  const { router, hear } = await openPage();
  onTestFinished(uncoverPage);
  coverPage();
  await hear(second);
  await hear(third);
  expect(router.refresh).not.toHaveBeenCalled();
  uncoverPage();
  await expect.poll(() => router.refresh.mock.calls).toHaveLength(1);
});

test('a desk of another build, or of one that does not answer this, does not have a page rendered', async () => {
  const { router, hear } = await openPage({ ...second, version: 'next' });
  await hear({ ...third, version: 'next' });
  await hear(Response.json({ ok: false, error: { code: 'notFound' } }, { status: 404 }));
  await hear({ hash: 'third' });
  await hear(first);
  expect(router.refresh).not.toHaveBeenCalled();
  // control: it hears the same build
  await hear(third);
  await expect.poll(() => router.refresh.mock.calls).toHaveLength(1);
});

test('a page that no stream tells of an update hears of it here, and is reloaded', async () => {
  sessionStorage.clear();
  const reload = vi.fn();
  const stay = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload') return;
    event.preventDefault();
    reload();
  };
  navigation.addEventListener('navigate', stay);
  onTestFinished(() => {
    navigation.removeEventListener('navigate', stay);
    sessionStorage.clear();
  });
  const { router, hear } = await openPage(first, <KeepCurrent version={first.version} />);
  await hear({ ...first, version: 'next' });
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
  expect(router.refresh).not.toHaveBeenCalled();
});
