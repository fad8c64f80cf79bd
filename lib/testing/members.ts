import type { FakeMember } from './fake-platform.ts';

let count = 0;

/** A unique member with a unique card. */
export function inventMember(
  fields: Partial<FakeMember> & { type?: string; endOfContract?: string } = {},
): FakeMember & {
  card: string;
} {
  count += 1;
  const number = String(count).padStart(4, '0');
  // an even number of digits, however many members a worker creates
  const card = `0x04A2${count.toString(16).toUpperCase().padStart(4, '0')}`;
  return {
    account: {
      accountId: `00000000-0000-4000-8000-${number.padStart(12, '0')}`,
      email: `member${number}@example.com`,
      firstName: 'Lena',
      lastName: `Vogt${number}`,
      dateOfBirth: '1990-05-04',
      membership: {
        membershipId: `M-${number}`,
        membershipType: fields.type ?? 'PREMIUM',
        startOfContract: '2019-04-01',
        endOfContract: fields.endOfContract,
        barcode: `BAR-${number}`,
      },
    },
    rfids: [card],
    ...fields,
    card,
  };
}
