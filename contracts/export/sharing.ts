import { z } from 'zod';
import { gymInfo } from './pages.ts';

const optedOutUser = z
  .object({
    externalAccountId: z.string().meta({
      description: 'The account as events named it. Nothing else is told of somebody who does not share data.',
      example: '0b8f2a1c-5d3e-4f60-9a7b-1c2d3e4f5a6b',
    }),
    lastSeenAt: z.iso.datetime({ offset: true }).nullable().meta({
      description: 'When they were last in this gym; `null` where they never were.',
      example: '2026-11-18T06:51:13.000Z',
    }),
  })
  .meta({ id: 'OptedOutUserExportItem' });

export const optedOutUserList = z
  .object({
    gym: gymInfo,
    data: z.array(optedOutUser).meta({ description: 'Everybody who opted out, in one answer.' }),
  })
  .meta({ id: 'OptedOutUsersExport' });
