/**
 * Whether a request comes from a page of this desk, by its `Origin`, which browsers send with every POST and pages cannot set.
 * The desk has several addresses: the configured one (`deskUrl`), and the host of the request, which a proxy passes on in
 * `X-Forwarded-Host`. A foreign page could not set that header without a CORS preflight.
 */
export function isOwnOrigin(header: (name: string) => string | null | undefined, deskUrl: string): boolean {
  const origin = URL.parse(header('origin') ?? '');
  if (!origin) return false;
  const told = new URL(deskUrl);
  // at the configured host, another scheme is another origin
  if (origin.host === told.host) return origin.origin === told.origin;
  const askedAt = header('x-forwarded-host')?.split(',')[0]?.trim() || header('host');
  return /^https?:$/.test(origin.protocol) && origin.host === withoutDefaultPort(askedAt ?? '', origin.protocol);
}

const withoutDefaultPort = (host: string, protocol: string): string | undefined =>
  URL.parse(`${protocol}//${host}`)?.host;
