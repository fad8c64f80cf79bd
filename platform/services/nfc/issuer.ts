/** The issuer of a wallet pass. At most one of the two is given. */
export interface NfcIssuer {
  collectorId?: number | null;
  passTypeId?: string | null;
}

/** The issuer as stored with the token; empty if the request named none. */
export function toStoredIssuer({ collectorId, passTypeId }: NfcIssuer): string {
  if (collectorId != null) return `google:${collectorId}`;
  return passTypeId ? `apple:${passTypeId}` : '';
}
