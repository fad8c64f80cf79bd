import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { permissions } from '#contracts/v2/operations.ts';
import type { Webhook } from '#contracts/v2/webhooks.ts';
import type { Stack } from '#tools/testing/stack.ts';

/** Other software of the page's gym, such as its turnstiles, with its own key. */
export interface OtherSoftware {
  enrol(member: NewMember): Promise<string>;
  checkIn(accountId: string, at?: number): Promise<void>;
  checkOut(accountId: string, at?: number): Promise<void>;
  erase(accountId: string): Promise<void>;
  listWebhooks(): Promise<Webhook[]>;
}

interface NewMember {
  firstName: string;
  lastName: string;
  /** Last day of a corporate membership, `yyyy-MM-dd`; absent: another type of membership. */
  corporateUntil?: string;
}

export async function connectOtherSoftware(stack: Stack, page: Page): Promise<OtherSoftware> {
  const header = await page.getByRole('banner').innerText();
  const gyms = await stack.platformAdmin<{ gymId: string; name: string }[]>('list-gyms');
  const gym = gyms.find(({ name }) => header.includes(name));
  if (!gym) throw new Error(`The header names none of the gyms: ${header}`);
  const made = ['create-key', '--gym', gym.gymId, '--permissions', permissions.join(',')];
  const { apiKey } = await stack.platformAdmin<{ apiKey: string }>(...made);

  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${stack.platformUrl}/api/v2${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T; // safe because: the platform fulfils its contract
  };
  const move = (verb: string) => (accountId: string, timestamp?: number) =>
    ask<void>('POST', `/accounts/${accountId}/${verb}`, { timestamp });

  return {
    enrol: async ({ firstName, lastName, corporateUntil }) => {
      const issueTan = async () => {
        const issued = ['issue-tan', '--starts', '2026-01-01', '--ends', corporateUntil ?? ''];
        return (await stack.platformAdmin<{ tan: string }>(...issued)).tan;
      };
      const { accountId } = await ask<{ accountId: string }>('POST', '/accounts', {
        firstName,
        lastName,
        email: `${randomUUID()}@example.org`,
        gender: 'FEMALE',
        membership: {
          membershipId: `M-${randomUUID()}`,
          startOfContract: '2024-03-01',
          ...(corporateUntil
            ? { membershipType: 'CORPORATE_FITNESS', verificationTAN: await issueTan() }
            : { membershipType: 'BASIC' }),
        },
      });
      return accountId;
    },
    checkIn: move('checkins'),
    checkOut: move('checkouts'),
    erase: (accountId) => ask<void>('DELETE', `/accounts/${accountId}?eraseMemberData=true`),
    listWebhooks: () => ask<Webhook[]>('GET', '/webhooks'),
  };
}
