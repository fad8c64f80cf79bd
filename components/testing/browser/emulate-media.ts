import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Emulates a preference of the user until the end of the test, such as `prefers-reduced-motion`. */
export async function emulateMedia(name: string, value: string): Promise<void> {
  const send = (sent: string) => cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value: sent }] });
  await send(value);
  onTestFinished(async () => void (await send('')));
}
