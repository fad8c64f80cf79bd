import { cachePrefix, canKeepShell, whileNotKeeping } from './keep-shell.ts';
import { forgetPlace } from './kept-place.ts';

/** After sign-out: removes the shell from this browser. Waiting scans and changes stay, for the user who made them. */
export async function dropShell(): Promise<void> {
  if (!canKeepShell()) return;
  await whileNotKeeping(async () => {
    await forgetPlace();
    const kept = (await caches.keys()).filter((key) => key.startsWith(cachePrefix));
    await Promise.all(kept.map((key) => caches.delete(key)));
    await endWorkers();
  });
}

/** Reloads the page from the desk, without the service worker. That page registers the worker again. */
export async function leaveShell(): Promise<void> {
  await endWorkers().catch(() => {});
  window.location.reload();
}

async function endWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
}
