'use client';

import { useEffect, useState } from 'react';
import { beginReauthentication, reauthenticate } from '#app/actions.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { offerReauthentication } from '#lib/browser/page/reauthentication.ts';

const Reauthenticate = onDemand(async () => (await import('#components/sign-in/reauthenticate.tsx')).Reauthenticate);

/** The one dialog that asks again who somebody is; `useAction` opens it and repeats the action afterwards. */
export function Reauthentication() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let open = (_isConfirmed: boolean) => {};
    const remove = offerReauthentication(
      () =>
        new Promise((resolve) => {
          open = resolve;
          setAnswer(() => resolve);
        }),
    );
    return () => {
      remove();
      // left with its page: otherwise the action, and every later one, would wait for ever
      open(false);
    };
  }, []);
  return (
    <Reauthenticate
      isWanted={answer !== null}
      onBegin={() => beginReauthentication({})}
      onProve={reauthenticate}
      onClose={(isConfirmed) => {
        answer?.(isConfirmed);
        setAnswer(null);
      }}
    />
  );
}
