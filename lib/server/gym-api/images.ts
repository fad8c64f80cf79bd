import 'server-only';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';

/** A picture takes its time on a slow line, and somebody waits for it. */
const uploadTimeoutMs = 8_000;

/** Makes a JPEG of at most 16 MB the picture of a member, in place of the one before. */
export function uploadImage(
  gym: GymClient,
  { accountId, jpeg }: { accountId: string; jpeg: Buffer },
): Promise<GymAnswer<void>> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'portrait.jpg');
  return gym.ask({
    operation: 'uploadImage',
    parameters: { accountId },
    body,
    answer: null,
    urgency: 'interactive',
    timeoutMs: uploadTimeoutMs,
  });
}

/** Afterwards the member has no picture, whether there was one or not. */
export function deleteImage(gym: GymClient, accountId: string): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'deleteImage',
    parameters: { accountId },
    answer: null,
    urgency: 'interactive',
    timeoutMs: uploadTimeoutMs,
  });
}
