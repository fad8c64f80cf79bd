/** A member in the format that the membership management interface publishes. */
export function memberNamed(name: string, membership: Record<string, unknown> = {}) {
  return {
    email: `${name}@example.org`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    dateOfBirth: '1990-05-04',
    contact: { phone: '+49 89 1234567', street: 'Ringstraße', streetNumber: '7', zipCode: '80331', city: 'München' },
    membership: {
      membershipId: `M-${name}`,
      membershipType: 'PREMIUM',
      membershipSubType: 'Student',
      agreementNumber: 'V-7',
      barcode: '4006381',
      startOfContract: '2024-03-01',
      endOfContract: '2030-02-28',
      ...membership,
    },
  };
}
