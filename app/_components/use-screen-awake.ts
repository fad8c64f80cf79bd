import { useEffect } from 'react';

/** Keeps the screen lit while this page is in front, where the location wants it. */
export function useScreenAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let end = () => {};
    // best effort: without the desk the screen goes dark as it always did
    void import('#lib/browser/page/keep-awake.ts').then(
      ({ keepAwake }) => {
        if (!isOver) end = keepAwake();
      },
      () => {},
    );
    return () => {
      isOver = true;
      end();
    };
  }, [isWanted]);
}
