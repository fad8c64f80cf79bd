import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callAction } from '#lib/browser/base/call-action.ts';
import { separate } from '#lib/browser/base/separate.ts';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import { useFailures } from './use-failures.ts';

export interface ActionOptions<Input, Value> {
  /** Called when it is done; the action is pending until this is over too. */
  onDone?(value: Value, input: Input): unknown;
  /** Says a failure in a short note: for what is pressed where the page has no place for `failure`. */
  tellsByNote?: boolean;
}

export interface Action<Input, Value> {
  /** @returns what the desk answered; null where an earlier call is still under way, and nothing was asked */
  run(input: Input): Promise<ActionResult<Value> | null>;
  isPending: boolean;
  /**
   * What is asked for at the moment. What shows it as if it were done is right again by itself where it fails; null while
   * nothing is pending.
   */
  pendingInput: Input | null;
  /** Why the last call came to nothing; null where it did not. */
  error: ActionError | null;
  /** The same, as a sentence for the place where it was pressed. */
  failure: string | null;
  forgetFailure(): void;
}

/**
 * The way in which a component calls an action of the desk: once at a time, whatever is pressed meanwhile; never
 * rejecting; with a sentence for each failure. Whoever is signed out is led to the sign-in.
 */
export function useAction<Value, Input = void>(
  action: (input: Input) => Promise<ActionResult<Value>>,
  { onDone, tellsByNote = false }: ActionOptions<Input, Value> = {},
): Action<Input, Value> {
  const { sentenceOf, leadToSignIn, tell } = useFailures();
  const { mutateAsync, reset, isPending, variables, data } = useMutation({
    mutationFn: async (input: Input) => {
      const result = await callAction(() => action(separate(input)));
      if (result.ok) await onDone?.(result.value, input);
      return result;
    },
    // what was entered, a PIN or a member's data, stays nowhere
    gcTime: 0,
  });
  // a second press may come before the first one is drawn
  const isRunning = useRef(false);

  const run = async (input: Input) => {
    if (isRunning.current) return null;
    isRunning.current = true;
    try {
      const result = await mutateAsync(input);
      if (result.ok || tellsByNote) reset();
      if (!result.ok) (tellsByNote ? tell : leadToSignIn)(result.error);
      return result;
    } finally {
      isRunning.current = false;
    }
  };
  const error = data?.ok === false ? data.error : null;
  return {
    run,
    isPending,
    pendingInput: isPending ? variables : null,
    error,
    failure: error && sentenceOf(error),
    forgetFailure: () => {
      if (!isRunning.current) reset();
    },
  };
}
