// Read before anything else: to React Query a process without a window is a server, which neither asks again nor refreshes.
globalThis.window ??= globalThis as typeof globalThis & Window;
