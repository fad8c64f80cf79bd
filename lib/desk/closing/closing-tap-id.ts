import 'server-only';
import { createHash } from 'node:crypto';

export interface ClosingTap {
  locationId: string;
  accountId: string;
  /** Epoch milliseconds. */
  moment: number;
}

/** The tap of one member at one closing: the same id in every process and after every restart (a version 8 UUID). */
export function closingTapId({ locationId, accountId, moment }: ClosingTap): string {
  const bytes = createHash('sha256').update(`closing/${locationId}/${moment}/${accountId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
