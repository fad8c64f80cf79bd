import type { DemoCardHeld, DemoPass } from './demo-member.ts';
import type { Random } from './random.ts';

/** A MIFARE number: four bytes, or seven of which the first identifies NXP as the manufacturer. */
export function inventCard(random: Random): DemoCardHeld {
  return {
    rfid: random.chance(0.3) ? `0x${random.hex(4)}` : `0x04${random.hex(6)}`,
    tagFormat: random.chance(0.8) ? 'MIFARE' : null,
  };
}

const googleCollectorId = 48_213_907;
const applePassTypeId = 'pass.example.quellgrund.member';

/** Tokens are longer than any card number, so that they are never confused if a reader sends both. */
export function inventPass(random: Random): DemoPass {
  const token = random.hex(16).toLowerCase();
  return random.chance(0.5)
    ? { token, collectorId: googleCollectorId, passTypeId: null }
    : { token, collectorId: null, passTypeId: applePassTypeId };
}

/** An EAN-13 from the range for in-store use (GS1 prefix 20). */
export function inventBarcode(random: Random): string {
  const body = `20${random.digits(10)}`;
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
