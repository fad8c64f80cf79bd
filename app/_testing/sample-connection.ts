import type { ConnectionView } from '#lib/wire/connection.ts';

/** A connection that works, without a data export. */
export const sampleConnection: ConnectionView = {
  version: 'version-1',
  url: 'https://api.example.com',
  fingerprint: '3f9a12cd',
  since: '2026-11-20T08:12:00.000Z',
  rate: { left: 57, at: '2026-11-25T10:59:00.000Z' },
  dataExport: null,
  webhook: {
    state: 'registered',
    url: 'https://desk.example.com/api/hooks/5f3c2a10…',
    heardAt: '2026-11-25T10:58:00.000Z',
    nextAttemptAt: '2026-11-25T11:10:00.000Z',
    deliveries: [
      { type: 'GYM_CHECKIN', receivedAt: '2026-11-25T10:58:00.000Z', isHandled: false },
      { type: 'MEMBERSHIP_DELETE', receivedAt: '2026-11-24T17:20:00.000Z', isHandled: true },
    ],
  },
};
