import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { leavePage } from '#lib/browser/page/page-leaving.ts';
import { useAddressFilter } from './use-address-filter.ts';

let address: ReturnType<typeof useAddressFilter<string>>;

function Filtered() {
  address = useAddressFilter({
    read: (params) => params.get('q') ?? '',
    hrefOf: (text) => `${window.location.pathname}?q=${text}`,
    onOther: () => {},
  });
  return null;
}

const searched = () => new URL(window.location.href).searchParams.get('q');

async function type(text: string) {
  const { href } = window.location;
  onTestFinished(() => window.history.replaceState(null, '', href));
  await openScreen(<Filtered />);
  vi.useFakeTimers();
  address.writeAfterTyping(text);
  expect(searched()).toBeNull();
}

afterEach(() => void vi.useRealTimers());

test('what was typed is written when typing pauses', async () => {
  await type('ana');
  vi.runAllTimers();
  expect(searched()).toBe('ana');
});

test('it is written before a key opens another page, which a later write would undo', async () => {
  await type('ana');
  leavePage(() => expect(searched()).toBe('ana'));
  window.history.replaceState(null, '', window.location.pathname);
  vi.runAllTimers();
  expect(searched()).toBeNull();
});

test('it is not written to another page to which Back led meanwhile', async () => {
  await type('ana');
  window.history.replaceState(null, '', '/elsewhere');
  window.dispatchEvent(new PopStateEvent('popstate'));
  vi.runAllTimers();
  expect(searched()).toBeNull();
});
