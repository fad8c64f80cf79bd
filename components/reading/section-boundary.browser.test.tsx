import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { Suspense, use, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { fakeAddress } from '#components/testing/browser/fake-address.tsx';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { SectionBoundary } from './section-boundary.tsx';

const words = {
  en: { text: 'This section cannot be shown. The rest of the page still works.', retry: 'Try again' },
  de: {
    text: 'Dieser Bereich lässt sich nicht anzeigen. Der Rest der Seite funktioniert weiter.',
    retry: 'Noch einmal versuchen',
  },
};

const Written = ({ day }: { day: string }) => <p>{new Date(day).toISOString()}</p>;

/** Opens a page of three sections, of which the second renders a date that the server answers with. */
async function openSections(locale: Locale, answer: { day: string }) {
  let reads = 0;
  function Day() {
    const queryFn = () => {
      reads += 1;
      return Promise.resolve({ ...answer });
    };
    const { data } = useQuery({ queryKey: ['day'], queryFn });
    return data && <p>{new Date(data.day).toISOString()}</p>;
  }
  await openScreen(
    <>
      <SectionBoundary title="Notes">
        <p>Stop at the counter</p>
      </SectionBoundary>
      <SectionBoundary title="Visits">
        <Day />
      </SectionBoundary>
      <SectionBoundary title="Tasks">
        <p>Introduction</p>
      </SectionBoundary>
    </>,
    { locale },
  );
  return { readCount: () => reads };
}

const broken = page.getByRole('region', { name: 'Visits' });

test.each(['en', 'de'] as const)(
  'a section that fails to render leaves its neighbours, and a retry reads its data again (%s)',
  async (locale) => {
    const { text, retry } = words[locale];
    const answer = { day: 'no date' };
    const { readCount } = await openSections(locale, answer);
    await expect.element(broken.getByRole('alert')).toHaveTextContent(text);
    await expect.element(page.getByText('Stop at the counter')).toBeVisible();
    await expect.element(page.getByText('Introduction')).toBeVisible();
    await expectAccessible();

    // the same data again: the section stays broken, and the page whole
    await broken.getByRole('button', { name: retry }).click();
    await expect.poll(readCount).toBe(2);
    await expect.element(broken.getByRole('alert')).toHaveTextContent(text);
    await expect.element(page.getByText('Introduction')).toBeVisible();

    answer.day = '2026-11-25';
    await broken.getByRole('button', { name: retry }).click();
    await expect.element(page.getByText('2026-11-25T00:00:00.000Z')).toBeVisible();
    await expect.element(broken).not.toBeInTheDocument();
    expect(readCount()).toBe(3);
    expect(takeConsoleErrors().join()).toContain('Invalid time value');
  },
);

test('a retry also reads again what other sections show of the same data', async () => {
  const answer = { day: 'no date' };
  const query = { queryKey: ['day'], queryFn: () => Promise.resolve({ ...answer }) };
  const Raw = () => <p>{useQuery(query).data?.day}</p>;
  const Written = () => {
    const { data } = useQuery(query);
    return data && <p>{new Date(data.day).toISOString()}</p>;
  };
  await openScreen(
    <>
      <SectionBoundary title="Notes">
        <Raw />
      </SectionBoundary>
      <SectionBoundary title="Visits">
        <Written />
      </SectionBoundary>
    </>,
  );
  await expect.element(page.getByText('no date')).toBeVisible();
  answer.day = '2026-11-25';
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('2026-11-25T00:00:00.000Z')).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('Invalid time value');
});

test('a retry reads nothing again that the section does not show, and drops no other cached data', async () => {
  const answer = { day: 'no date' };
  const readOfOther = vi.fn(async () => 'Introduction');
  const clients: QueryClient[] = [];
  const Other = () => {
    clients.push(useQueryClient());
    return <p>{useQuery({ queryKey: ['task'], queryFn: readOfOther }).data}</p>;
  };
  const Day = () => {
    const { data } = useQuery({ queryKey: ['day'], queryFn: async () => ({ ...answer }) });
    return data && <p>{new Date(data.day).toISOString()}</p>;
  };
  await openScreen(
    <>
      <SectionBoundary title="Tasks">
        <Other />
      </SectionBoundary>
      <SectionBoundary title="Visits">
        <Day />
      </SectionBoundary>
    </>,
  );
  await expect.element(broken.getByRole('alert')).toBeVisible();
  clients[0]?.setQueryData(['left page'], 'kept');
  answer.day = '2026-11-25';
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('2026-11-25T00:00:00.000Z')).toBeVisible();
  expect(readOfOther).toHaveBeenCalledOnce();
  expect(clients[0]?.getQueryData(['left page'])).toBe('kept');
  takeConsoleErrors();
});

test('a retry of a section whose data comes from the outside has it read again there', async () => {
  const Screen = () => {
    const [day, setDay] = useState('no date');
    const readAgain = async () => setDay('2026-11-25');
    return (
      <SectionBoundary title="Visits" onRetry={readAgain}>
        <Written day={day} />
      </SectionBoundary>
    );
  };
  await openScreen(<Screen />);
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('2026-11-25T00:00:00.000Z')).toBeVisible();
  takeConsoleErrors();
});

test.each([true, false])(
  'a retry asks for the page again only if the page brings the data of the section, and shows these (%s)',
  async (isOfPage) => {
    let bring = () => {};
    const Page = () => {
      const [answer, setAnswer] = useState(() => Promise.resolve('no date'));
      // like the router, whose transition waits for the server
      bring = () => setAnswer(new Promise((resolve) => setTimeout(() => resolve('2026-11-25'))));
      const day = use(answer);
      return (
        <SectionBoundary title="Visits" isOfPage={isOfPage}>
          <Written day={day} />
        </SectionBoundary>
      );
    };
    const { router } = await openScreen(
      <Suspense>
        <Page />
      </Suspense>,
    );
    router.refresh.mockImplementation(() => bring());
    await broken.getByRole('button', { name: 'Try again' }).click();
    expect(router.refresh).toHaveBeenCalledTimes(isOfPage ? 1 : 0);
    const shown = page.getByText('2026-11-25T00:00:00.000Z');
    if (isOfPage) await expect.element(shown).toBeVisible();
    else await expect.element(broken.getByRole('alert')).toBeVisible();
    takeConsoleErrors();
  },
);

test('a section whose data the page brings is shown again where another choice brings others', async () => {
  const { Addressed, open } = fakeAddress('/reports/corporate-statement?month=2026-11');
  const Page = () => {
    const month = useSearchParams().get('month');
    return (
      <SectionBoundary title="Visits" isOfPage>
        <Written day={month === '2026-11' ? 'no date' : '2026-10-25'} />
      </SectionBoundary>
    );
  };
  await openScreen(
    <Addressed>
      <Page />
    </Addressed>,
  );
  await expect.element(broken.getByRole('alert')).toBeVisible();
  open('/reports/corporate-statement?month=2026-10');
  await expect.element(page.getByText('2026-10-25T00:00:00.000Z')).toBeVisible();
  takeConsoleErrors();
});

test('a retry keeps the keyboard focus at its section, whether it succeeds or not', async () => {
  const answer = { day: 'no date' };
  const { readCount } = await openSections('en', answer);
  const retry = broken.getByRole('button', { name: 'Try again' });
  const pressRetry = async () => {
    await expect.element(retry).toBeVisible();
    (retry.element() as HTMLElement).focus(); // safe because: a button
    await userEvent.keyboard('{Enter}');
  };
  await pressRetry();
  await expect.poll(readCount).toBe(2);
  await expect.element(broken.getByRole('alert')).toBeVisible();
  expect(document.activeElement?.textContent).toBe('Visits');
  await userEvent.keyboard('{Tab}');
  await expect.element(retry).toHaveFocus();

  answer.day = '2026-11-25';
  await pressRetry();
  await expect.element(page.getByText('2026-11-25T00:00:00.000Z')).toBeVisible();
  expect(document.activeElement?.textContent).toBe('Visits');
  await expectAccessible();
  takeConsoleErrors();
});
