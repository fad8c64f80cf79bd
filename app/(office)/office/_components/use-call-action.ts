'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

export interface CallOptions {
  /** Says at the fields what is wrong with them; takes their names. */
  onInvalid?(fields: readonly string[]): void;
}

/** Calls an action of the office, and says what failed. */
export function useCallAction() {
  const router = useRouter();
  const t = useTranslations('notes');
  /** @returns null where it failed, which is said by then */
  return async <T>(
    action: () => Promise<ActionResult<T>>,
    { onInvalid }: CallOptions = {},
  ): Promise<{ value: T } | null> => {
    const result = await action().catch(() => null);
    if (result?.ok) return { value: result.value };
    const { code = 'unexpected', requestId = '', fieldErrors } = result?.error ?? {};
    if (code === 'signedOut') router.push('/sign-in');
    else if (code === 'invalidInput' && fieldErrors && onInvalid) onInvalid(Object.keys(fieldErrors));
    else toast.error(t(code, { requestId }));
    return null;
  };
}
