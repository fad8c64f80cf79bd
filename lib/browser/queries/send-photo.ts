import { requireAnswer } from '#lib/browser/base/ask-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { resultOf } from '#lib/wire/answers/action-result.ts';
import { isPhotoOutcome } from '#lib/wire/answers/photos.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { type Crop, largestPhotoBytes, type PhotoOutcome } from '#lib/wire/photos.ts';

interface PhotoUpload {
  locationId: string;
  accountId: string;
  file: Blob;
  /** Null where the browser cannot render the file, so that the user cannot crop it. */
  crop: Crop | null;
}

interface SendOptions {
  /** Called with the fraction sent, from 0 to 1. */
  onProgress(part: number): void;
  /** Aborts the upload, which then rejects. */
  signal: AbortSignal;
}

/**
 * Uploads a file as the photo of a member. It uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws where the desk can't be reached, or another server responds
 */
export function sendPhoto(
  { locationId, accountId, file, crop }: PhotoUpload,
  { onProgress, signal }: SendOptions,
): Promise<ActionResult<PhotoOutcome>> {
  if (file.size > largestPhotoBytes) {
    return Promise.resolve({ ok: true, value: { kind: 'refused', because: 'tooLarge' } });
  }
  const query = Object.fromEntries(Object.entries(crop ?? {}).map(([name, value]) => [name, String(value)]));
  return new Promise((resolve, reject) => {
    // one that aborted while the file was made smaller fires no event any more
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', pathAt(locationId, `/api/desk/photos/${encodeURIComponent(accountId)}`, query));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(requireAnswer(JSON.parse(request.responseText), resultOf(isPhotoOutcome)));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new Error('The desk cannot be reached.'));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(file);
  });
}
