import { vi } from 'vitest';

// What next-auth, Next and next-intl know of a request exists only in a running Next: database tests get it from their browser.
vi.mock('next-auth', () => import('#lib/testing/browser.ts'));
vi.mock('next/headers', () => import('#lib/testing/browser.ts'));
vi.mock('next-intl/server', () => import('#lib/testing/english-request.ts'));
