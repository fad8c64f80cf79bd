import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { ActionResult } from '#lib/wire/action-result.ts';

export interface MemberAction<Input, Value> {
  isPending: boolean;
  /** Why the last call came to nothing, in words; null where it did not. */
  failure: string | null;
  /** @returns null where it came to nothing, or where an earlier call is still under way */
  run(input: Input): Promise<{ value: Value } | null>;
  forgetFailure(): void;
}

/** Calls an action once at a time, and says in words what went wrong. */
export function useMemberAction<Input, Value>(
  action: (input: Input) => Promise<ActionResult<Value>>,
): MemberAction<Input, Value> {
  const t = useTranslations();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // a second press may come before the first one is drawn
  const isRunning = useRef(false);

  const run = async (input: Input) => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setPending(true);
    setFailure(null);
    const result = await action(input).catch(() => null);
    isRunning.current = false;
    setPending(false);
    if (result?.ok) return { value: result.value };
    setFailure(result ? t(`notes.${result.error.code}`, { requestId: result.error.requestId }) : t('profile.deskAway'));
    return null;
  };
  return { isPending, failure, run, forgetFailure: () => setFailure(null) };
}
