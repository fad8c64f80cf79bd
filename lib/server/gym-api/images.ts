import 'server-only';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';

/** A person waits for it, but a picture takes time on a slow line. */
const uploadTimeoutMs = 8_000;

/** Replaces the photo of a member by a JPEG of at most 16 MB. */
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

/** Deletes the photo of a member. Idempotent. */
export function deleteImage(gym: GymClient, accountId: string): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'deleteImage',
    parameters: { accountId },
    answer: null,
    urgency: 'interactive',
    timeoutMs: uploadTimeoutMs,
  });
}
