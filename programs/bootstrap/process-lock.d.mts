export function tryLock(lock: string): number | undefined;
export function releaseLock(lock: string): void;
