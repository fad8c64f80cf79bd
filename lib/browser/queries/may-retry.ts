import { isRefusal, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';

/**
 * Whether a failed read is retried, at most so often: a busy desk sends `Retry-After` and is asked without limit, and a refusal
 * (4xx) is final.
 */
export const mayRetry =
  (most: number) =>
  (failures: number, error: Error): boolean => {
    if (retryAfterMsOf(error) > 0) return true;
    return !isRefusal(error) && failures < most;
  };
