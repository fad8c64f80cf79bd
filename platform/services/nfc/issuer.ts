/** Who issued a wallet pass; at most one of the two is given. */
export interface NfcIssuer {
  collectorId?: number | null;
  passTypeId?: string | null;
}

/** The issuer as it is kept with the token; empty where none was named. */
export function toStoredIssuer({ collectorId, passTypeId }: NfcIssuer): string {
  if (collectorId != null) return `google:${collectorId}`;
  return passTypeId ? `apple:${passTypeId}` : '';
}
