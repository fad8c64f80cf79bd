import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callAction } from '#lib/browser/base/call-action.ts';
import { separate } from '#lib/browser/base/separate.ts';
import { askToReauthenticate } from '#lib/browser/page/reauthentication.ts';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import { useFailures } from './use-failures.ts';

export interface ActionOptions<Input, Value> {
  /** Called on success; the action stays pending until the returned promise settles. */
  onDone?(value: Value, input: Input): unknown;
  /** Shows a failure as a toast: for buttons without a place for `failure`. */
  tellsByNote?: boolean;
}

export interface Action<Input, Value> {
  /** @returns the result; null where an earlier call is still in flight and nothing was sent */
  run(input: Input): Promise<ActionResult<Value> | null>;
  isPending: boolean;
  /**
   * The input of the call in flight, for optimistic updates: they roll back by themselves when the call fails. Null
   * while no call is in flight.
   */
  pendingInput: Input | null;
  /** The error of the last call; null where it succeeded. */
  error: ActionError | null;
  /** The same as a message, to show next to the button. */
  failure: string | null;
  forgetFailure(): void;
}

/**
 * Calls a server action from a component: one call at a time, further presses are ignored; it never rejects; every
 * failure has a message. A user whose session has ended is led to the sign-in; an action that needs the password or passkey again
 * asks for it and is repeated.
 */
export function useAction<Value, Input = void>(
  action: (input: Input) => Promise<ActionResult<Value>>,
  { onDone, tellsByNote = false }: ActionOptions<Input, Value> = {},
): Action<Input, Value> {
  const { sentenceOf, reportSignedOut, tell } = useFailures();
  const { mutateAsync, reset, isPending, variables, data } = useMutation({
    mutationFn: async (input: Input) => {
      const send = () => callAction(() => action(separate(input)));
      let result = await send();
      if (!result.ok && result.error.code === 'reauthenticationNeeded' && (await askToReauthenticate())) {
        result = await send();
      }
      if (result.ok) await onDone?.(result.value, input);
      return result;
    },
    // do not cache the input, such as a PIN or a member's data
    gcTime: 0,
  });
  // a ref, since a second press may come before the first one is rendered
  const isRunning = useRef(false);

  const run = async (input: Input) => {
    if (isRunning.current) return null;
    isRunning.current = true;
    try {
      const result = await mutateAsync(input);
      if (result.ok || tellsByNote) reset();
      if (!result.ok) (tellsByNote ? tell : reportSignedOut)(result.error);
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
