import type { Demo } from './demo.ts';
import { demoStaff } from './demo-staff.ts';

interface Opened extends Pick<Demo, 'password'> {
  desk: Pick<Demo['desk'], 'address'>;
  platform: Pick<Demo['platform'], 'address' | 'ownerLink'>;
}

/** What `npm start` prints once the demo is ready: every address to open, and how to sign in. */
export function describeDemo({ desk, platform, password }: Opened): string {
  const ofSandbox = [
    `Sandbox, requests and webhook deliveries: ${platform.address}/sandbox`,
    `Owner’s console, signs in once: ${platform.ownerLink}`,
  ];
  return [
    '',
    `Front Desk is open: ${desk.address}`,
    '',
    'Sign in as',
    ...demoStaff.map(({ email, role }) => `  ${email.padEnd(26)} ${role}`),
    `  password: ${password}`,
    '',
    `Platform: ${platform.address}   reference: ${platform.address}/reference`,
    // only a sandbox has a link
    ...(platform.ownerLink === undefined ? [] : ofSandbox),
    'Stop with Ctrl-C.',
  ].join('\n');
}
