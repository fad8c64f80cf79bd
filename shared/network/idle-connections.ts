/**
 * Options of an HTTP server that keep a connection open for 130 s without a request. Whoever sends the requests has to close first:
 * one that is sent while the server closes is lost. Caddy keeps its connections for 120 s, nginx and load balancers for 60 s.
 */
export const outliveProxies = { keepAliveTimeout: 130_000 } as const;
