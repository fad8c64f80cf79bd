/** A UUID of version 7 (RFC 9562): the time in milliseconds, then random bits. */
const version7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * The id of an event that happened at `occurredAt`.
 * @param chance ten random bytes
 */
export function eventIdOf(occurredAt: Date, chance: Buffer): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(occurredAt.getTime(), 0, 6);
  chance.copy(bytes, 6, 0, 10);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the id contains this time. */
export function isEventIdOf(eventId: string, occurredAt: Date): boolean {
  const [, high, low] = version7.exec(eventId) ?? [];
  return high !== undefined && Number.parseInt(`${high}${low}`, 16) === occurredAt.getTime();
}
