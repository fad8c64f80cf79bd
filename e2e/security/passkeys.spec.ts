import { connectAuthenticator } from '#e2e/base/authenticator.ts';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';

const email = 'passkeys@demo.example';

// the browser itself reports what a page requests between two others
test.use({ allowedConsoleError: /favicon|401/ });

test('a manager adds the passkey that the gym requires, signs in with it, and proves with it who gives access', async ({
  page,
  stack,
}) => {
  const locationId = await stack.findLocation();
  await hireStaff(stack, { email, name: 'Paula Kern', role: 'manager', locationIds: [locationId] });
  await hireStaff(stack, {
    email: 'nora@demo.example',
    name: 'Nora Frey',
    role: 'reception',
    locationIds: [locationId],
  });
  await connectAuthenticator(page);
  // passkeys belong to a name, never to an IP address
  const at = (path: string) => stack.deskUrl.replace('127.0.0.1', 'localhost') + path;
  const signIn = async (as = email) => {
    await page.context().clearCookies({ name: /session-token/ });
    await page.goto(at('/sign-in'));
    await page.getByLabel('E-mail').fill(as);
    await page.getByLabel('Password').fill(stack.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const setRequired = async (requiredOf: 'Nobody' | 'Everybody') => {
    await page.goto(at('/'));
    await page.getByRole('link', { name: 'Office', exact: true }).click();
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    const need = page.getByRole('combobox', { name: 'Who needs a passkey' });
    await need.click();
    await page.getByRole('option', { name: requiredOf }).click();
    // the list is read again once the choice is saved
    const noras = page.getByRole('listitem', { name: 'Nora Frey' });
    await expect(noras.getByText('No passkey yet')).toBeVisible({ visible: requiredOf === 'Everybody' });
    await expect(need).toHaveText(requiredOf);
  };

  await signIn();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeVisible();
  await setRequired('Everybody');
  await signIn('nora@demo.example');
  await expect(page.getByRole('heading', { name: 'Add a passkey', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeVisible();
  await signIn();
  await expect(page.getByRole('heading', { name: 'Add a passkey', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeVisible();

  // after the password, the passkey is asked for by itself
  await signIn();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeVisible();
  await page.context().clearCookies({ name: /session-token/ });
  await page.goto(at('/sign-in'));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeVisible();

  await page.goto(at('/account'));
  const own = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(own).toHaveCount(1);
  await own.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your gym requires a passkey. Add another one first.').last()).toBeVisible();

  await setRequired('Nobody');

  // some minutes later, giving access asks again
  await queryDatabase(stack, 'desk', [
    { text: `update staff_sessions set authenticated_at = authenticated_at - interval '6 minutes'` },
  ]);
  await page.goto(at('/'));
  await page.getByRole('link', { name: 'Office', exact: true }).click();
  await page.getByRole('link', { name: 'Staff', exact: true }).click();
  await page.getByRole('button', { name: 'New sign-in link: Nora Frey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New sign-in link' }).click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'The link for Nora Frey' })).toBeVisible();
});
