import { useEffect } from 'react';

/** Keeps the screen on while this page is visible, where the location wants it. */
export function useScreenAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let end = () => {};
    // best effort: without the desk's answer the screen turns off as usual
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
