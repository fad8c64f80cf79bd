import type { Page } from '@playwright/test';

const readerKeyS = 0.004;

/**
 * Types like a card reader, which never waits for the page: all keys are sent at once, each with its own timestamp, so that
 * a busy machine does not turn the scan into a person's typing.
 * @param inTheMiddle called when half of the keys are sent
 */
export async function scan(page: Page, value: string, inTheMiddle = () => {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const keys = [...[...value].map((key) => ({ key, text: key })), { key: 'Enter', text: '\r' }];
  const beganAt = Date.now() / 1_000 - keys.length * readerKeyS;
  const events = keys.flatMap(({ key, text }, index) => {
    const timestamp = beganAt + index * readerKeyS;
    return [{ type: 'keyDown', key, text, timestamp } as const, { type: 'keyUp', key, timestamp } as const];
  });
  const sent = events.map((event, index) => {
    if (index === keys.length) inTheMiddle();
    return session.send('Input.dispatchKeyEvent', event);
  });
  await Promise.all(sent);
  await session.detach();
}
