// Imported first: React Query treats a process without a window as a server, which neither retries nor refetches.
globalThis.window ??= globalThis as typeof globalThis & Window;
