/** Whether a host, as it stands in an address or is listened at, is this very machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(host);
