import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { demoStaff } from './demo-staff.ts';
import { describeDemo } from './describe-demo.ts';

const desk = { address: 'http://127.0.0.1:3000' };
const platform = { address: 'http://127.0.0.1:4010', ownerLink: 'http://127.0.0.1:4010/console/link/a' };
const password = 'the password';

/** The addresses in the table below "`npm start` prints what to open". */
function addressesInReadme(): string[] {
  const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
  const [, rest = ''] = readme.split('`npm start` prints what to open');
  const [, table = ''] = rest.split('\n\n');
  return [...table.matchAll(/http:\/\/[^\s,|]+/g)].map(([address]) => address);
}

test('every address that README names, the link of the owner and the sign-ins are printed', () => {
  const words = describeDemo({ desk, platform, password }).split(/\s+/);
  const addresses = addressesInReadme();
  expect(addresses).toHaveLength(3);
  const emails = demoStaff.map(({ email }) => email);
  expect(words).toEqual(expect.arrayContaining([...addresses, platform.ownerLink, ...emails]));
  expect(words.join(' ')).toContain(`password: ${password}`);
});

test('a platform that is no sandbox has neither its page nor a link', () => {
  const printed = describeDemo({ desk, platform: { ...platform, ownerLink: undefined }, password });
  expect(printed).not.toMatch(/sandbox|console|undefined/i);
});
