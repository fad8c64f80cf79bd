import { expect, onTestFinished, test, vi } from 'vitest';
import { sendPhoto } from './send-photo.ts';

test('an upload that was aborted before it began is not sent', async () => {
  const request = vi.fn();
  vi.stubGlobal('XMLHttpRequest', request);
  onTestFinished(() => void vi.unstubAllGlobals());
  const [signal, file] = [AbortSignal.abort(), new Blob(['photo'])];
  const sent = sendPhoto({ locationId: 'l', accountId: 'a', file, crop: null }, { onProgress: () => {}, signal });
  await expect(sent).rejects.toBe(signal.reason);
  expect(request).not.toHaveBeenCalled();
});
