/**
 * Whether a request comes from a page of this desk. A browser sends `Origin` with every POST, and no page can choose it.
 * The desk has several addresses: the one it was told (`deskUrl`), and whichever it was asked at, of which a proxy tells
 * in `X-Forwarded-Host`; a foreign page could not set that without our consent.
 */
export function isOwnOrigin(header: (name: string) => string | null | undefined, deskUrl: string): boolean {
  const origin = URL.parse(header('origin') ?? '');
  if (!origin) return false;
  const told = new URL(deskUrl);
  // at the told address, plain HTTP in the place of HTTPS is somebody else
  if (origin.host === told.host) return origin.origin === told.origin;
  const askedAt = header('x-forwarded-host')?.split(',')[0]?.trim() || header('host');
  return /^https?:$/.test(origin.protocol) && origin.host === withoutDefaultPort(askedAt ?? '', origin.protocol);
}

const withoutDefaultPort = (host: string, protocol: string): string | undefined =>
  URL.parse(`${protocol}//${host}`)?.host;
