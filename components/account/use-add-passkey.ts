import { useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { createPasskey, type PasskeyCreation } from '#lib/browser/page/passkeys.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AddPasskeyInput, AddPasskeyOutcome } from '#lib/wire/passkeys.ts';

interface AddPasskeyOptions {
  /** Asks the desk for the question to the authenticator. */
  onBegin(): Promise<ActionResult<PasskeyCreation>>;
  onAdd(passkey: AddPasskeyInput): Promise<ActionResult<AddPasskeyOutcome>>;
  onAdded(name: string): void;
}

type AddPasskeyProblem = 'cancelled' | 'alreadyHere' | 'elsewhere' | 'notAccepted' | 'tooMany';

/** Lets the person create a passkey, and stores it. */
export function useAddPasskey({ onBegin, onAdd, onAdded }: AddPasskeyOptions) {
  const [problem, setProblem] = useState<AddPasskeyProblem | null>(null);
  const begin = useAction(onBegin);
  const add = useAction(onAdd);
  const [isCreating, setCreating] = useState(false);
  const isPending = begin.isPending || isCreating || add.isPending;

  const run = async () => {
    if (isPending) return;
    setProblem(null);
    const asked = await begin.run();
    if (!asked) return;
    if (!asked.ok) return asked.error.code === 'conflict' ? setProblem('elsewhere') : undefined;
    setCreating(true);
    const created = await createPasskey(asked.value).finally(() => setCreating(false));
    if (created.kind !== 'created') return setProblem(created.kind);
    const added = await add.run({ passkey: created.passkey });
    if (!added?.ok) return;
    if (added.value.kind === 'added') onAdded(added.value.name);
    else setProblem(added.value.kind);
  };
  const failure = begin.error?.code === 'conflict' ? null : begin.failure;
  return { run, isPending, problem, failure: failure ?? add.failure };
}
