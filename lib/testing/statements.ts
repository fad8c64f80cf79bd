import { readCorporateStatement } from '#lib/server/admissions/read-statement.ts';
import { writeStatement } from '#lib/server/admissions/write-statement.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { inventMember } from './members.ts';
import type { TestDesk, TestLocation } from './test-desk.ts';

export const refusedAdmission = { refusal: 'corporateFitnessGymNotInNetwork' as const };

/** The corporate statements of a desk, and corporate members of its gyms. */
export const statementsOf = (testDesk: TestDesk) => ({
  read: ({ actor }: TestLocation, month = '2026-11') =>
    readCorporateStatement({ desk: testDesk.desk, actor }, { month }),

  /** The rows of the file, without its head. */
  async linesOf({ actor }: TestLocation, month = '2026-11'): Promise<string[]> {
    const words = { separator: ',', say: (key: string) => key, sayReason: (reason: string) => reason } as const;
    const pieces = await Array.fromAsync(writeStatement({ desk: testDesk.desk, actor }, { month, words }));
    return pieces.join('').trim().split('\r\n').slice(1);
  },

  /** @param admission what the platform answers when the member is to be admitted */
  enrol(here: TestLocation, admission: NonNullable<ReturnType<typeof inventMember>['admission']>) {
    const member = { ...inventMember(), admission };
    member.account.membership = { ...member.account.membership, membershipType: 'CORPORATE_FITNESS' };
    here.platform.members.push(member);
    const { accountId, membership } = member.account;
    const scan = () =>
      lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: member.card });
    return { member, accountId, membershipId: membership.membershipId ?? null, scan };
  },
});
