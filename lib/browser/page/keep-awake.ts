/**
 * Keeps the screen on while the page is visible (Screen Wake Lock). The browser releases the lock when the page is
 * hidden or the battery is low; it is requested again when the page is visible again, or touched. Without HTTPS there
 * is no API.
 * @returns stops it
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
      lock = null; // refused: low battery, or no user gesture yet
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
