/**
 * Keeps the screen lit for as long as the page is seen. The browser itself ends it when the page is hidden or the battery
 * is low; it begins again when the page is seen again, or touched. Without HTTPS browsers offer nothing for it.
 * @returns ends it
 */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;
  let isOver = false;

  const hold = async () => {
    if (isAsking || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) void lock.release();
    } catch {
      lock = null; // refused: by a low battery, or before somebody has touched the page
    } finally {
      isAsking = false;
    }
  };

  void hold();
  document.addEventListener('visibilitychange', hold);
  document.addEventListener('pointerdown', hold);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', hold);
    document.removeEventListener('pointerdown', hold);
    void lock?.release();
  };
}
