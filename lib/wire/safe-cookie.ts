/** The name of a cookie over HTTPS: browsers accept it only from this very host, securely, and for all paths. */
export const safeCookie = (name: string): string => `__Host-${name}`;
