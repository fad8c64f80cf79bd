import { cachePrefix, canKeepShell, whileNotKeeping } from './keep-shell.ts';
import { forgetPlace } from './kept-place.ts';

/** Leaves nothing of the shell in this browser: nobody is signed in. Scans and changes that wait stay for their person. */
export async function dropShell(): Promise<void> {
  if (!canKeepShell()) return;
  await whileNotKeeping(async () => {
    await forgetPlace();
    const kept = (await caches.keys()).filter((key) => key.startsWith(cachePrefix));
    await Promise.all(kept.map((key) => caches.delete(key)));
    await endWorkers();
  });
}

/** Loads the page anew from the desk itself, whatever stands between. That page has the worker begin again. */
export async function leaveShell(): Promise<void> {
  await endWorkers().catch(() => {});
  window.location.reload();
}

async function endWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
}
